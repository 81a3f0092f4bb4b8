import CLibc
import CProcess
import DiffableEngine
import DiffableTerminal

/// Reads the lines, and the output of the preview command.
extension Picker {
    /// The source of the lines that are being read: standard input, or one run of the command.
    struct Input {
        let descriptor: Int32
        let command: LineCommand?
        /// The descriptor that was added to `descriptors` for this input. See `process_add`.
        let added: Int32
        /// The lines of a reload. They replace the old lines when all of them have been read. Nil for the first run,
        /// whose lines are shown while they are being read.
        var next: LineStore?
    }

    /// The running preview command, and the output that it has written so far.
    struct Preview {
        var command: LineCommand?
        var text: [UInt8] = []
    }

    /// After this many milliseconds of reading, the lines that have been read are shown.
    private static var readingTime: Int { 30 }

    /// Begins to read the lines. Returns false if the command cannot be started.
    func beginInput() -> Bool {
        if options.command.isEmpty {
            input = Input(descriptor: STDIN_FILENO, command: nil, added: process_add(descriptors, STDIN_FILENO))
            return true
        }
        guard let command = startCommand() else { return false }
        input = Input(descriptor: command.output, command: command, added: process_add(descriptors, command.output))
        return true
    }

    /// If a list is shown, the standard error of the command is kept in a file, because it would overwrite the list.
    private func startCommand() -> LineCommand? {
        try? LineCommand(options.command, errors: options.filter == nil ? .kept : .inherited)
    }

    /// Runs the command again. Does nothing while the command is running.
    func reload() {
        guard options.reloads, input == nil, let command = startCommand() else { return }
        let added = process_add(descriptors, command.output)
        input = Input(descriptor: command.output, command: command, added: added, next: Self.store(options))
    }

    /// Reads what has arrived, for at most `readingTime`. Waits up to `milliseconds` for the first byte, or without
    /// limit if `milliseconds` is -1.
    func readInput(milliseconds: Int32) {
        guard let input else { return }
        let store = input.next ?? lines
        let end = process_now() + Self.readingTime
        var wait = milliseconds
        while process_can_read(input.descriptor, wait) {
            if store.read(input.descriptor) <= 0 { return endInput() }
            wait = 0
            if process_now() >= end { return }
        }
    }

    private func endInput() {
        guard let input else { return }
        process_remove(descriptors, input.added, input.descriptor)
        failure = input.command?.finish()
        self.input = nil
        showFailure()
        guard let next = input.next else { return lines.finish() }
        next.finish()
        if failure != nil && next.count == 0 { return }
        replaceLines(with: next)
    }

    /// If the command failed, shows the error message in the status line.
    func showFailure() {
        failure?.withUnsafeBytes { list?.setStatus($0) }
    }

    /// Reads the lines and the output of the preview that have arrived, and shows them.
    func readInputs() throws(DiffableError) {
        readPreview()
        guard let input, process_can_read(input.descriptor, 0) else { return }
        let isReload = input.next != nil
        readInput(milliseconds: 0)
        if !isReload {
            if list?.followsSelection == true, let selectedLine { _ = includeInList(selectedLine) }
            return try showMatches(animates: false)
        }
        guard self.input == nil else { return }
        // The selected line stays selected when rows move.
        list?.followsSelection = true
        try showMatches(animates: true)
    }

    // MARK: - Preview

    func beginPreview(of item: Identifier) {
        endPreview()
        guard let line = lineNumbers[item] else { return }
        var picked: [UInt8] = []
        if template.uses("+") {
            for line in picks.isEmpty ? [line] : picks.map({ $0.line }) {
                picked += (picked.isEmpty ? [] : [32]) + CommandTemplate.quoted(Array(lines[line]))
            }
        }
        let text = template.command(lines[line], picked: picked, query: list?.searchText ?? "")
        do throws(LineCommand.StartError) {
            let command = try LineCommand([Array("sh".utf8), Array("-c".utf8), text], errors: .inOutput)
            preview = Preview(command: command)
            // A pipe can always be waited for, so the descriptor itself is added.
            _ = process_add(descriptors, command.output)
        } catch {
            let message = "the command cannot be started: \(String(cString: strerror(error.number)))"
            Array(message.utf8).withUnsafeBytes { list?.setPreview($0) }
        }
    }

    private var template: CommandTemplate { CommandTemplate(text: options.preview, delimiter: options.delimiter) }

    /// Runs the preview command again if it contains the placeholder `{name}`, whose value has changed.
    func renewPreview(of name: String) {
        if template.uses(name) { list?.renewPreview() }
    }

    private func endPreview() {
        guard let command = preview?.command else { return }
        process_remove(descriptors, command.output, command.output)
        command.kill()
        preview = nil
    }

    private func readPreview() {
        guard let command = preview?.command, process_can_read(command.output, 0) else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = buffer.withUnsafeMutableBytes { process_read(command.output, $0.baseAddress, $0.count) }
        if count > 0, (preview?.text.count ?? 0) < 1 << 20 {
            preview?.text += buffer[..<count]
            preview?.text.withUnsafeBytes { list?.setPreview($0) }
        } else {
            process_remove(descriptors, command.output, command.output)
            command.kill()
            preview?.command = nil
        }
    }
}
