import DiffableEngine

/// The options of the command line. The letters are those of `lua`. As in `lua`, the options come before the script,
/// and `-e` and `-l` are carried out in the order in which they are given.
struct Options {
    enum Step {
        /// `-e`: run a piece of Lua.
        case execute(String)
        /// `-l`: require a module into a global.
        case require(String)
    }

    /// The values of `--color`; nil stands for `auto`.
    enum Color {
        case always, never
    }

    /// The format in which the default view prints.
    enum Format {
        case text, ndjson
    }

    /// The steps before the script, in the order of their options.
    var steps: [Step] = []
    /// The index of the script among the arguments; nil if there is none.
    var script: Int?
    var isInteractive = false
    var showsVersion = false
    var showsHelp = false
    var ignoresEnvironment = false
    var color: Color?
    var format = Format.text
    /// The path of the page that `--record` writes; nil for none.
    var record: String?
    /// The path of the file that `--publish` writes; nil for none.
    var publish: String?
    /// How long a motion takes, in milliseconds; nil if no option sets it.
    var duration: Int?

    static let usage = """
        usage: diffable [options] [script [args]]
               diffable watch [options] [-- command [args]]
               diffable follow [options] file
               diffable pick [options] [-- command [args]]

        Runs a Lua script with the module `diffable`. Without a script, you type Lua.

          -e stat         run the string 'stat'
          -i              type Lua after the script has run
          -l [g=]mod      require 'mod' into the global 'mod', or 'g'
          -v              show the version
          -E              ignore LUA_* variables and the settings
          -W              no effect; warnings are always on
          --color when    colour what is shown: 'auto', 'always' or 'never'
          --format form   what is shown, as 'text' or 'ndjson'
          --record file   write a page that plays what was applied
          --publish file  write the first list to a file, for `diffable follow`
          --duration ms   how long motion on a terminal takes: 0 to 10000 (default: 300)
          --no-animation  the same as --duration 0
          -h, --help      show this text
          --version       show the version
          --              stop handling options
          -               stop handling options and run standard input

        """

    struct Misuse: Error {
        var message: String
    }

    /// - Parameter arguments: all arguments; the first one is the program's name.
    init(_ arguments: [String]) throws(Misuse) {
        var index = 1
        options: while index < arguments.count {
            let argument = Array(arguments[index].utf8)
            guard argument.first == UInt8(ascii: "-"), argument.count > 1 else { break }
            index += 1
            switch argument {
            case "--": break options
            case "--help", "-h": showsHelp = true
            case "--version", "-v": showsVersion = true
            case "-i": isInteractive = true
            case "-E": ignoresEnvironment = true
            case "-W": break  // as lua's; warnings are on already
            case "--no-animation": duration = 0
            case "--duration":
                duration = try Self.duration(index < arguments.count ? Array(arguments[index].utf8) : [])
                index += 1
            case "--record":
                record = try Self.record(index < arguments.count ? arguments[index] : "")
                index += 1
            case "--publish":
                publish = try Self.publish(index < arguments.count ? arguments[index] : "")
                index += 1
            case "--format":
                guard index < arguments.count else { throw Misuse(message: "'--format' needs a form: text or ndjson") }
                format = try Self.format(Array(arguments[index].utf8))
                index += 1
            case "--color":
                // If none of these words follows, `--color` means "always", as it does for ls and grep.
                let word = index < arguments.count ? Array(arguments[index].utf8) : []
                let isNamed = "auto" ~= word || "always" ~= word || "never" ~= word
                color = isNamed ? try Self.color(word) : .always
                if isNamed { index += 1 }
            default:
                if let value = Self.value(of: "--color=", in: argument) {
                    color = try Self.color(value)
                } else if let value = Self.value(of: "--format=", in: argument) {
                    format = try Self.format(value)
                } else if let value = Self.value(of: "--duration=", in: argument) {
                    duration = try Self.duration(value)
                } else if let value = Self.value(of: "--publish=", in: argument) {
                    publish = try Self.publish(String(decoding: value, as: UTF8.self))
                } else if let value = Self.value(of: "--record=", in: argument) {
                    record = try Self.record(String(decoding: value, as: UTF8.self))
                } else if argument[1] == UInt8(ascii: "e") || argument[1] == UInt8(ascii: "l") {
                    var value = String(decoding: argument.dropFirst(2), as: UTF8.self)
                    if argument.count == 2 {
                        guard index < arguments.count else {
                            throw Misuse(message: "'\(arguments[index - 1])' needs argument")
                        }
                        value = arguments[index]
                        index += 1
                    }
                    steps.append(argument[1] == UInt8(ascii: "e") ? .execute(value) : .require(value))
                } else {
                    throw Misuse(message: "unrecognized option '\(arguments[index - 1])'")
                }
            }
        }
        if index < arguments.count { script = index }
        if let publish, "-" ~= Array(publish.utf8), format == .ndjson {
            throw Misuse(message: "'--publish -' and '--format ndjson' both need standard output")
        }
    }

    private static func color(_ value: [UInt8]) throws(Misuse) -> Color? {
        switch value {
        case "auto": nil
        case "always": .always
        case "never": .never
        default:
            throw Misuse(message: "'--color' is auto, always or never, not '\(String(decoding: value, as: UTF8.self))'")
        }
    }

    private static func format(_ value: [UInt8]) throws(Misuse) -> Format {
        switch value {
        case "text": .text
        case "ndjson": .ndjson
        default: throw Misuse(message: "'--format' is text or ndjson, not '\(String(decoding: value, as: UTF8.self))'")
        }
    }

    private static func duration(_ value: [UInt8]) throws(Misuse) -> Int {
        try Configuration.duration(value, from: "'--duration'")
    }

    /// Refuses a name that ends in .lua. The user probably forgot the name of the page, and the page would overwrite
    /// the script.
    private static func record(_ file: String) throws(Misuse) -> String {
        if let message = errorMessage(forPage: file) { throw Misuse(message: "'--record' \(message)") }
        return file
    }

    /// Returns why a recorded page must not have this name, or nil if it may.
    static func errorMessage(forPage file: String) -> String? {
        if file.utf8.isEmpty { return "needs the name of a file" }
        return isScript(file) ? "needs the name of a page, and '\(file)' is that of a script" : nil
    }

    private static func publish(_ file: String) throws(Misuse) -> String {
        if file.utf8.isEmpty { throw Misuse(message: "'--publish' needs the name of a file") }
        if isScript(file) {
            throw Misuse(message: "'--publish' needs the name of a file, and '\(file)' is that of a script")
        }
        return file
    }

    private static func isScript(_ file: String) -> Bool { ".lua" ~= Array(file.utf8.suffix(4)) }

    private static func value(of option: StaticString, in argument: [UInt8]) -> [UInt8]? {
        let length = option.utf8CodeUnitCount
        return option ~= Array(argument.prefix(length)) ? Array(argument.dropFirst(length)) : nil
    }
}

/// Compares bytes: options are ASCII, and comparing strings needs Unicode tables.
func ~= (text: StaticString, bytes: [UInt8]) -> Bool {
    text.withUTF8Buffer { bytes.elementsEqual($0) }
}
