import DiffableEngine

/// The options of the command line. Their letters and their order are those of `lua`.
struct Options {
    enum Step {
        /// `-e`: run a piece of Lua.
        case execute(String)
        /// `-l`: require a module into a global.
        case require(String)
        /// `-W`: turn warnings on.
        case warnings
    }

    /// The values of `--color`; nil stands for `auto`.
    enum Color {
        case always, never
    }

    /// What the default view prints.
    enum Format {
        case text, ndjson
    }

    /// What is done before the script, in this order.
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
    var animates = true

    static let usage = """
        usage: diffable [options] [script [args]]

        Runs a Lua script with the module `diffable` at hand, or, without a script, lets you type Lua.

          -e stat         run the string 'stat'
          -i              type Lua after the script has run
          -l mod          require 'mod' into the global 'mod'
          -l g=mod        require 'mod' into the global 'g'
          -v              show the version
          -E              ignore environment variables
          -W              turn warnings on
          --color=when    colour what is shown: 'auto', 'always' or 'never'
          --format=form   what is shown, as 'text' or 'ndjson'
          --record file   write a page that plays what was applied
          --no-animation  show changes without motion on a terminal
          --help          show this text
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
        while index < arguments.count {
            let argument = Array(arguments[index].utf8)
            guard argument.first == UInt8(ascii: "-"), argument.count > 1 else { break }
            index += 1
            if Self.equal(argument, "--") { break }
            if Self.equal(argument, "--help") {
                showsHelp = true
            } else if Self.equal(argument, "--version") || Self.equal(argument, "-v") {
                showsVersion = true
            } else if Self.equal(argument, "-i") {
                isInteractive = true
            } else if Self.equal(argument, "-E") {
                ignoresEnvironment = true
            } else if Self.equal(argument, "-W") {
                steps.append(.warnings)
            } else if Self.equal(argument, "--no-animation") {
                animates = false
            } else if let value = Self.value(of: "--color=", in: argument) {
                color = try Self.color(value)
            } else if let value = Self.value(of: "--format=", in: argument) {
                format = try Self.format(value)
            } else if Self.equal(argument, "--record") {
                record = try Self.record(index < arguments.count ? arguments[index] : "")
                index += 1
            } else if let value = Self.value(of: "--record=", in: argument) {
                record = try Self.record(String(decoding: value, as: UTF8.self))
            } else if argument[1] == UInt8(ascii: "e") || argument[1] == UInt8(ascii: "l") {
                var value = argument.dropFirst(2)
                if value.isEmpty {
                    guard index < arguments.count else { throw Misuse(message: "'\(arguments[index - 1])' needs argument") }
                    value = Array(arguments[index].utf8)[...]
                    index += 1
                }
                let text = String(decoding: value, as: UTF8.self)
                steps.append(argument[1] == UInt8(ascii: "e") ? .execute(text) : .require(text))
            } else {
                throw Misuse(message: "unrecognized option '\(arguments[index - 1])'")
            }
        }
        if index < arguments.count { script = index }
    }

    private static func color(_ value: [UInt8]) throws(Misuse) -> Color? {
        if equal(value, "auto") { return nil }
        if equal(value, "always") { return .always }
        if equal(value, "never") { return .never }
        throw Misuse(message: "'--color' is auto, always or never, not '\(String(decoding: value, as: UTF8.self))'")
    }

    private static func format(_ value: [UInt8]) throws(Misuse) -> Format {
        if equal(value, "text") { return .text }
        if equal(value, "ndjson") { return .ndjson }
        throw Misuse(message: "'--format' is text or ndjson, not '\(String(decoding: value, as: UTF8.self))'")
    }

    /// A name that ends in .lua is refused: the page was forgotten, and would overwrite the script.
    private static func record(_ file: String) throws(Misuse) -> String {
        if file.utf8.isEmpty { throw Misuse(message: "'--record' needs the name of a file") }
        if equal(file.utf8.suffix(4).map { $0 }, ".lua") {
            throw Misuse(message: "'--record' needs the name of a page, and '\(file)' is that of a script")
        }
        return file
    }

    private static func value(of option: StaticString, in argument: [UInt8]) -> [UInt8]? {
        let length = option.utf8CodeUnitCount
        return equal(Array(argument.prefix(length)), option) ? Array(argument.dropFirst(length)) : nil
    }

    /// Compares bytes: options are ASCII, and comparing strings needs Unicode tables.
    static func equal(_ bytes: [UInt8], _ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes.elementsEqual($0) }
    }
}
