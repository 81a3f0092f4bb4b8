// What a derived list shows: all of its items, the first of them, or, while it is held, what it showed before.

extension DerivedState {
    /// The list to show, without marks.
    /// - Complexity: O(1) without limits; otherwise O(s + items that are shown), and O(n) with trees
    func shown() -> Snapshot {
        let (limit, sectionLimit) = (derivation.limit, derivation.sectionLimit)
        if limit == nil && sectionLimit == nil { return list }
        var remaining = limit ?? Int.max
        var counts: [Int] = []
        var isCut = false
        for index in list.sections.indices {
            let count = numberOfRoots(inSectionAt: index)
            let kept = min(count, sectionLimit ?? Int.max, remaining)
            remaining -= kept
            counts.append(kept)
            if kept < count { isCut = true }
        }
        return isCut ? firstItems(counts) : list
    }

    private func numberOfRoots(inSectionAt index: Int) -> Int {
        list.hasTrees ? list.rootHandles(inSectionAt: index).count : list.sections[index].count
    }

    /// The first roots of each section, with all their descendants.
    private func firstItems(_ counts: [Int]) -> Snapshot {
        var result = Snapshot(SnapshotStorage(identifiers: list.identifiers))
        result.shareContents(of: list)
        var rows: [Handle] = []
        for (index, section) in list.sections.enumerated() {
            if counts[index] == 0 && !(derivation.keepsEmptySections && derivation.section == nil) { continue }
            result.appendSection(section.handle, content: section.content)
            var first: [Handle] = []
            if list.hasTrees {
                first = list.rootHandles(inSectionAt: index).prefix(counts[index]).flatMap { list.rows(of: $0) }
            } else {
                list.forEachRun(inSectionAt: index, 0..<counts[index]) { first += Array($0) }
            }
            first.borrowed { result.append($0, toSection: result.numberOfSections - 1) }
            rows += first
        }
        result.renumberSections(0..<result.numberOfSections)
        if !list.hasTrees { return result }
        let all = list.withHidden(rows)
        result.addTrees(of: list, all, as: all)
        for index in result.sections.indices {
            let branches = result.rootHandles(inSectionAt: index).filter { result.node($0).isBranch }.count
            result.uniqueSection(index).branchCount = Int32(truncatingIfNeeded: branches)
        }
        return result
    }

    /// Returns the list to show while it is held: the list that was shown before, with the current contents, and
    /// without items that are no longer in the origin.
    func held(_ shown: Snapshot, after transaction: Transaction) throws(DiffableError) -> Snapshot {
        let (old, new) = (transaction.initialSnapshot, transaction.finalSnapshot)
        var result = shown
        let sharesTables = new.identifiers === old.identifiers
        for (item, name) in transaction.difference.new.renamedItems {
            guard shown.handle(ofItem: name) != nil, result.handle(ofItem: item) == nil else { continue }
            try result.renameItem(name, to: item)
        }
        result.marks = nil
        func isDeleted(_ item: Handle) -> Bool {
            result.identifiers.items === new.identifiers.items
                ? !new.contains(item) : new.handle(ofItem: result.identifiers.items.raw(item)) == nil
        }
        let deleted: [Handle]
        if sharesTables && !result.hasTrees && !old.hasTrees && !new.hasTrees && !transaction.difference.hasRenames {
            deleted = transaction.difference.list(.deletedItems).map { old.item(at: $0.from.path) }.filter {
                result.isVisible($0)
            }
        } else {
            deleted = result.allItemHandles.filter { isDeleted($0) }
        }
        if result.hasTrees { _ = result.deleteSubtrees(deleted) } else { deleted.borrowed { result.remove($0) } }
        if result.identifiers !== list.identifiers {
            result = try result.withTables(list.identifiers, "apply")
        }
        result.removeEmptySections {
            derivation.keepsEmptySections && new.sectionIndex($0) != nil && derivation.section == nil
        }
        result.shareContents(of: list)
        for index in result.sections.indices {
            try setContent(ofSectionAt: index, of: &result, new, old: shown, keepsOld: derivation.section != nil)
        }
        return result
    }

    /// Returns the list to show, with the marks of an apply of the origin for its items. A mark to reconfigure an item
    /// whose content changed is dropped, because the difference reconfigures that item anyway.
    /// - Parameter old: the list that was shown before.
    func marked(_ shown: Snapshot, by marks: Marks?, of new: Snapshot, old: Snapshot) -> Snapshot {
        guard let marks else { return shown }
        var (reloaded, reconfigured) = (marks.reloadedItems.members, marks.reconfiguredItems.members)
        let sharesSections = derivation.section == nil && shown.identifiers === new.identifiers
        if !sharesSections {
            for section in marks.reloadedSections.members {
                if let index = new.sectionIndex(section) { reloaded += new.itemHandles(inSectionAt: index) }
            }
        }
        reloaded = reloaded.filter { shown.contains($0) }
        let contents =
            shown.identifiers === old.identifiers && marks.renames.isEmpty ? shown.contentComparison(with: old) : nil
        reconfigured = reconfigured.filter { item in
            guard shown.contains(item) else { return false }
            guard let contents, shown.isVisible(item), old.isVisible(item) else { return true }
            return contents.areEqual(shown.contents[item], old.contents[item])
        }
        let sections = !sharesSections ? [] : marks.reloadedSections.members.filter { shown.sectionIndex($0) != nil }
        let headers = !sharesSections ? [] : marks.reconfiguredSections.members.filter { shown.sectionIndex($0) != nil }
        let renames = marks.renames.all.filter { shown.contains($0.item) }
        if reloaded.isEmpty && reconfigured.isEmpty && sections.isEmpty && headers.isEmpty && renames.isEmpty {
            return shown
        }
        var result = shown
        result.updateMarks { new in
            new.renames.add(renames)
            for item in reloaded { new.reloadedItems.insert(item) }
            for item in reconfigured { new.reconfiguredItems.insert(item) }
            for section in sections { new.reloadedSections.insert(section) }
            for section in headers { new.reconfiguredSections.insert(section) }
        }
        return result
    }
}

extension Snapshot {
    fileprivate func handle(ofItem item: Identifier) -> Handle? {
        item.withRaw { handle(ofItem: $0) }
    }

    fileprivate mutating func removeEmptySections(except isKept: (Handle) -> Bool) {
        let kept = sections.filter { $0.count > 0 || isKept($0.handle) }
        if kept.count == sections.count { return }
        keepSections(kept)
    }
}
