extension Snapshot {
    /// Returns the whole list as a document. Equal lists with equal names have equal bytes.
    /// - Parameter name: the name of the list.
    /// - Throws: `invalidArgument` if a content has a value that only this process has.
    /// - Complexity: O(n)
    @export(interface)
    public func encoded(name: String? = nil) throws(DiffableError) -> Document {
        var (levels, flags) = (LevelRuns(), FlagRuns())
        var position = 0
        forEachElement { element in
            levels.add(position, difference: Int(element.level) - 1)
            flags.add(position, element.flags)
            position += 1
        }
        let document = Document(capacity: 64 + 16 * position)
        document.appendBeginning(.snapshot, name: name)
        document.append(levels)
        document.append(flags.expanded)
        document.append(flags.expandable)
        document.appendArray(position)
        forEachElement { element in
            if isSectionSnapshot && element.isSection { return document.appendNull() }
            document.append(rawIdentifier(of: element))
        }
        try appendContents(to: document)
        return document
    }

    private func appendContents(to document: Document) throws(DiffableError) {
        guard storage.contentTable != nil else { return document.appendArray(0) }
        var (count, isSkipping) = (0, false)
        forEachElement { element in
            if contentHandle(element) == 0 {
                isSkipping = true
            } else {
                count += isSkipping ? 2 : 1
                isSkipping = false
            }
        }
        document.appendArray(count)
        var skipped = 0
        var reference: ListElement?
        forEachElement { element in
            guard let content = content(of: element) else {
                skipped += 1
                return
            }
            if skipped > 0 { document.append(skipped) }
            skipped = 0
            if document.append(content) == .reference, reference == nil { reference = element }
        }
        if let reference { throw .reference("encode", reference, of: self) }
    }
}

/// The positions of elements with flags.
struct FlagRuns {
    private(set) var expanded: [ElementRun] = []
    private(set) var expandable: [ElementRun] = []

    mutating func add(_ position: Int, _ flags: ElementFlags) {
        if flags.isEmpty { return }
        if flags.contains(.expanded) { expanded.add(position) }
        if flags.contains(.expandable) { expandable.add(position) }
    }
}
