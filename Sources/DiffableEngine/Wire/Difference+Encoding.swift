extension Difference {
    /// Returns the patch that leads from the old list to the new one.
    /// - Parameters:
    ///   - name: the name of the list.
    ///   - withOldContents: whether the patch includes the contents that the new list does not have any more.
    /// - Throws: `invalidArgument` if a content has a value that only this process has, or if one of the lists is a
    ///   section snapshot and the other one is not.
    /// - Complexity: O(differences), if the version of the old list is known; O(n) otherwise, and for trees
    @export(interface)
    public func encoded(name: String? = nil, withOldContents: Bool = false) throws(DiffableError) -> Document {
        if old.isSectionSnapshot != new.isSectionSnapshot {
            throw DiffableError(
                .invalidArgument, "encode: one list of the difference is a section snapshot, and the other one is not")
        }
        let haveTrees = old.hasTrees || new.hasTrees
        let flat = haveTrees || hasRenames ? Difference(from: old.flattened, to: new.flattened) : self
        let edits = ElementEdits(flat)
        let changed = flat.changedContents()
        let from = old.version
        if !haveTrees { computeNewVersion(edits, changed) }
        let document = Document()
        document.appendBeginning(.patch, name: name)
        document.append(from)
        document.append(new.version)
        document.append(edits.deleted)
        document.append(moves: edits.moved)
        document.append(edits.inserted)
        var (levels, flags) = (LevelRuns(), FlagRuns())
        if haveTrees {
            addTrees(edits, to: &levels, &flags)
        } else {
            for run in edits.inserted {
                var position = run.first
                new.forEachElement(in: run.first..<run.end) { element in
                    levels.add(position, difference: Int(element.level) - 1)
                    position += 1
                }
            }
        }
        document.append(levels)
        document.append(flags.expanded)
        document.append(flags.expandable)
        document.appendArray(edits.inserted.reduce(0) { $0 + $1.count })
        var contents: [(position: Int, content: BorrowedContent?)] = changed.map {
            ($0.new, flat.new.content(at: $0.new))
        }
        for run in edits.inserted {
            var position = run.first
            flat.new.forEachElement(in: run.first..<run.end) { element in
                document.append(new.rawIdentifier(of: element))
                if let content = new.content(of: element) { contents.append((position, content)) }
                position += 1
            }
        }
        contents = contents.ascending { UInt64($0.position) }
        for (position, content) in contents {
            if let content, ContentKind(of: content.bytes) == .reference {
                throw .reference("encode", flat.new.element(at: flat.new.path(at: position)), of: new)
            }
        }
        document.append(contents)
        if withOldContents {
            document.append(try oldContents(edits, changed, flat.old))
        } else {
            document.appendNull()
        }
        return document
    }

    /// The version of the new list.
    /// - Complexity: O(differences), if the version of the old list is known; O(n) otherwise, for trees, and if an item
    ///   was renamed
    var newVersion: Digest {
        if new.knownVersion == nil && !old.hasTrees && !new.hasTrees && !hasRenames {
            computeNewVersion(ElementEdits(self), changedContents())
        }
        return new.version
    }

    /// Computes the version of the new list, unless it is known. Neither list may have trees.
    private func computeNewVersion(_ edits: ElementEdits, _ changed: [(old: Int, new: Int)]) {
        if new.knownVersion != nil { return }
        var terms = DigestTerms()
        terms.toggle(edits, from: old, to: new, changed: changed)
        var version = old.version
        version ^= terms.sum
        new.setKnownVersion(version)
    }

    /// The elements that stay or move, and whose contents differ, by their positions in both lists, in the order of the
    /// new one. Neither list may have trees.
    private func changedContents() -> [(old: Int, new: Int)] {
        var changed: [(old: Int, new: Int)] = []
        for kind in [ChangeKind.reloadedItems, .reconfiguredItems, .updatedSections] {
            for change in list(kind) {
                let (before, after) = contents(change)
                let areEqual =
                    if let before, let after { BorrowedContent.areEqual(before.bytes, after.bytes) } else {
                        before == nil && after == nil
                    }
                if !areEqual { changed.append((old.position(change.from), new.position(change.to))) }
            }
        }
        return changed.ascending { UInt64($0.new) }
    }

    private func addTrees(_ edits: ElementEdits, to levels: inout LevelRuns, _ flags: inout FlagRuns) {
        let (oldElements, newElements) = (old.allElements, new.allElements)
        edits.forEachPiece(newElements.count) { piece in
            for offset in 0..<piece.count {
                let element = newElements[piece.first + offset]
                let before = piece.old.map { oldElements[$0 + offset] }
                levels.add(piece.first + offset, difference: Int(element.level) - Int(before?.level ?? 1))
                flags.add(piece.first + offset, element.flags.symmetricDifference(before?.flags ?? []))
            }
        }
    }

    private func oldContents(
        _ edits: ElementEdits, _ changed: [(old: Int, new: Int)], _ flat: Snapshot
    ) throws(DiffableError) -> [(position: Int, content: BorrowedContent?)] {
        var contents: [(position: Int, content: BorrowedContent?)] = []
        var positions = changed.map { $0.old }
        for run in edits.deleted { positions += run.first..<run.end }
        for position in positions {
            guard let content = flat.content(at: position) else { continue }
            if ContentKind(of: content.bytes) == .reference {
                throw .reference("encode", flat.element(at: flat.path(at: position)), of: old)
            }
            contents.append((position, content))
        }
        return contents.ascending { UInt64($0.position) }
    }
}

extension Snapshot {
    /// The content of the element at a position of a list without trees.
    fileprivate func content(at position: Int) -> BorrowedContent? {
        content(of: element(at: path(at: position)))
    }
}

extension Document {
    /// Writes the runs that are taken from the base, and where each of them is placed in the new list.
    fileprivate func append(moves: [ElementMove]) {
        let order = moves.indices.map { $0 }.ascending { UInt64(moves[$0].from) }
        append(order.map { ElementRun(first: moves[$0].from, count: moves[$0].count) })
        var index = Array(repeating: 0, count: moves.count)
        for (position, move) in order.enumerated() { index[move] = position }
        appendArray(2 * moves.count)
        var (end, last) = (0, -1)
        for (position, move) in moves.enumerated() {
            append(move.to - end)
            append(index[position] - last - 1)
            (end, last) = (move.to + move.count, index[position])
        }
    }
}
