import CLibc
import CLua
import DiffableEngine
import DiffableViews
import DiffableC
import DiffableLua

/// Keeps what the data sources of a script apply, beside their views and whatever these are, and writes the page that
/// plays it.
final class Recorder {
    private let path: String
    private let title: String
    private let stream: NDJSONView
    private let recording: Recording
    private let watcher: UnsafeMutablePointer<diffable_lua_watcher>
    private var isFinished = false

    private final class Recording {
        var events: [UInt8] = []
        /// For each apply the line that was printed last before it, and after the apply before; empty where there is none.
        var captions: [[UInt8]] = []
        var printed: [UInt8] = []
    }

    /// What the process ends without, where a script calls `os.exit`.
    private nonisolated(unsafe) static var unfinished: Recorder?

    /// - Parameter script: what ran, for the page to be called by; nil for what has no name.
    init(path: String, script: String?) {
        self.path = path
        title = script.map { String(decoding: $0.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self) } ?? "Diffable"
        let recording = Recording()
        self.recording = recording
        stream = NDJSONView { text in
            recording.events += text.utf8
            recording.captions.append(recording.printed)
            recording.printed = []
        }
        watcher = .allocate(capacity: 1)
        watcher.initialize(to: diffable_lua_watcher(watch: nil, user_data: nil))
        watcher.pointee.user_data = Unmanaged.passUnretained(self).toOpaque()
        watcher.pointee.watch = { source, recorder in
            guard let recorder, let source = dataSource(behind: source) else { return }
            Unmanaged<Recorder>.fromOpaque(recorder).takeUnretainedValue().record(source)
        }
    }

    deinit {
        watcher.deallocate()
    }

    /// Records each data source that is made from now on. The recorder must outlive the state.
    func start(_ interpreter: Interpreter) -> Bool {
        Self.unfinished = self
        atexit {
            if let recorder = Recorder.unfinished, !recorder.finish() {
                fflush(nil)
                _exit(1)
            }
        }
        return interpreter.watchDataSources(watcher) && watchPrint(interpreter)
    }

    private func watchPrint(_ interpreter: Interpreter) -> Bool {
        guard interpreter.load(Self.printing, "=diffable") else { return interpreter.reportTop() }
        lua_pushlightuserdata(interpreter.state, Unmanaged.passUnretained(self).toOpaque())
        lua_pushcclosure(
            interpreter.state,
            { state in
                var size = 0
                guard let recorder = lua_touserdata(state, diffable_lua_registry() - 1), let text = lua_tolstring(state, 1, &size)
                else { return 0 }
                Unmanaged<Recorder>.fromOpaque(recorder).takeUnretainedValue()
                    .note(UnsafeRawBufferPointer(start: text, count: size))
                return 0
            }, 1)
        return interpreter.call(arguments: 1)
    }

    /// Scripts that are to be read say in front of an apply what it is about.
    private static let printing = """
        local note = ...
        local print, tostring, concat, pack, unpack = print, tostring, table.concat, table.pack, table.unpack
        function _G.print(...)
          local texts = pack(...)
          for index = 1, texts.n do texts[index] = tostring(texts[index]) end
          note(concat(texts, "\\t", 1, texts.n))
          return print(unpack(texts, 1, texts.n))
        end
        """

    private func note(_ printed: UnsafeRawBufferPointer) {
        let lines = printed.split(separator: UInt8(ascii: "\n"))
        if let line = lines.last(where: { $0.contains { $0 > UInt8(ascii: " ") } }) { recording.printed = Array(line) }
    }

    private func record(_ source: DataSource) {
        let cells = SharedCells(source)
        let record = stream.view
        source.recorder = { view in
            { (source, transaction) throws(DiffableError) in
                cells.begin()
                defer { cells.end() }
                // First the view, so that its providers are called in the order that they are without a recorder.
                let show = try view?(source, transaction)
                let note = try record(source, transaction)
                return { () throws(DiffableError) in
                    try note()
                    try show?()
                }
            }
        }
    }

    /// Writes the page, once; false, with the reason reported, where that fails.
    func finish() -> Bool {
        if isFinished { return true }
        isFinished = true
        Self.unfinished = nil
        guard let reason = replaceFile(path, with: Page.bytes(title: title, captions: recording.captions, events: recording.events)) else { return true }
        fputs("diffable: cannot write \(path): \(reason)\n", diffable_stderr())
        return false
    }
}
