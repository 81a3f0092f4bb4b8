import CLibc
import CLua
import CommandLua
import DiffableC
import DiffableEngine
import DiffableLua
import DiffableViews

/// Records the applies of data sources, whatever their views are, in a page that plays them.
final class Recorder {
    private let title: String
    /// The current recording, and the stream whose events it receives; nil if nothing is being recorded.
    private var session: (recording: Recording, stream: NDJSONView)?
    private let watcher: UnsafeMutablePointer<diffable_lua_watcher>
    private var watchesPrint = false

    private final class Recording {
        let page: PageFile
        /// The caption of the next apply: the last line that is not blank, if at least a part of it was printed since
        /// the last apply. If the line was begun before the last apply, the caption is still the whole line. A caption
        /// is cut to `longestCaption` bytes. Empty if there is no such line.
        var caption: [UInt8] = []
        /// The text that was printed since the last newline.
        var unfinishedLine: [UInt8] = []

        init(_ page: PageFile) {
            self.page = page
        }
    }

    /// The recorder that has not finished. If a script calls `os.exit`, an exit handler finishes the recording.
    private nonisolated(unsafe) static var unfinished: Recorder?

    /// - Parameter script: the path of the script, whose last component is the title of the page; nil if there is no
    ///   script.
    init(script: String?) {
        title =
            script.map { String(decoding: $0.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self) }
            ?? "Diffable"
        watcher = .allocate(capacity: 1)
        watcher.initialize(to: diffable_lua_watcher(watch: nil, user_data: nil))
        watcher.pointee.user_data = Unmanaged.passUnretained(self).toOpaque()
        watcher.pointee.watch = { source, recorder in
            guard let recorder, let source = dataSource(behind: source) else { return }
            Unmanaged<Recorder>.fromOpaque(recorder).takeUnretainedValue().watch(source)
        }
    }

    deinit {
        watcher.deallocate()
    }

    /// Watches each data source that `diffable.data_source` makes from now on. Lists that `derive` or `diffable.concat`
    /// makes are not watched. The recorder must outlive the state.
    func watchDataSources(of interpreter: Interpreter) -> Bool {
        atexit {
            if let recorder = Recorder.unfinished, !recorder.finish() {
                fflush(nil)
                _exit(1)
            }
        }
        return interpreter.watchDataSources(watcher)
    }

    /// Begins to record what the watched data sources apply. If the page cannot be written, reports the reason and
    /// returns false.
    func begin(_ path: String, _ interpreter: Interpreter) -> Bool {
        var reason = ""
        guard let page = PageFile(path, title: title, reason: &reason) else { return Self.reportFailure(path, reason) }
        let recording = Recording(page)
        let stream = NDJSONView { text in
            recording.page.append(text.utf8, caption: recording.caption)
            recording.caption = []
        }
        session = (recording, stream)
        Self.unfinished = self
        if watchesPrint { return true }
        watchesPrint = true
        return watchPrint(interpreter)
    }

    private func watchPrint(_ interpreter: Interpreter) -> Bool {
        guard diffable_command_load(interpreter.state, "captions") == LUA_OK else { return interpreter.reportTop() }
        lua_pushlightuserdata(interpreter.state, Unmanaged.passUnretained(self).toOpaque())
        lua_pushcclosure(
            interpreter.state,
            { state in
                var size = 0
                guard let recorder = lua_touserdata(state, diffable_lua_registry() - 1),
                    let text = lua_tolstring(state, 1, &size)
                else { return 0 }
                Unmanaged<Recorder>.fromOpaque(recorder).takeUnretainedValue()
                    .recordOutput(UnsafeRawBufferPointer(start: text, count: size))
                return 0
            }, 1)
        return interpreter.call(arguments: 1)
    }

    private static let longestCaption = 1000

    /// Keeps the last printed line that is not blank. A line may be printed in several parts.
    private func recordOutput(_ printed: UnsafeRawBufferPointer) {
        guard let recording = session?.recording else { return }
        var lines = printed.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        while let part = lines.popFirst() {
            recording.unfinishedLine += part.prefix(Self.longestCaption - recording.unfinishedLine.count)
            if recording.unfinishedLine.contains(where: { $0 > UInt8(ascii: " ") }) {
                recording.caption = recording.unfinishedLine
            }
            if !lines.isEmpty { recording.unfinishedLine = [] }
        }
    }

    private func watch(_ source: DataSource) {
        var cells: SharedCells?
        // The view that records this source, and the stream of the session that the view belongs to.
        var recordingView = session.map { (stream: $0.stream, view: $0.stream.view) }
        source.recorder = { view in
            guard let stream = self.session?.stream else { return view ?? { _, _ in PreparedView {} } }
            let record = recordingView?.stream === stream ? recordingView!.view : stream.view
            recordingView = (stream, record)
            let shared = cells ?? SharedCells(source)
            cells = shared
            return Self.view(showing: view, recording: record, shared)
        }
    }

    private static func view(
        showing view: DataSource.View?, recording record: @escaping DataSource.View, _ cells: SharedCells
    ) -> DataSource.View {
        { (source, transaction) throws(DiffableError) in
            cells.begin()
            defer { cells.end() }
            // The view is first, so that providers are called in the same order as without a recorder.
            let shown = try view?(source, transaction)
            let recorded: PreparedView
            do throws(DiffableError) {
                recorded = try record(source, transaction)
            } catch {
                shown?.cancel?()
                throw error
            }
            return PreparedView(cancel: shown?.cancel) { () throws(DiffableError) in
                try recorded.commit()
                try shown?.commit()
            }
        }
    }

    /// Ends the recording, if there is one. If its page could not be written, reports the reason and returns false.
    func finish() -> Bool {
        guard let page = session?.recording.page else { return true }
        session = nil
        Self.unfinished = nil
        guard let reason = page.close() else { return true }
        return Self.reportFailure(page.path, reason)
    }

    private static func reportFailure(_ path: String, _ reason: String) -> Bool {
        fputs("diffable: cannot write \(path): \(reason)\n", diffable_stderr())
        return false
    }
}
