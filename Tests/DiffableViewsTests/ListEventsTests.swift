import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// The events that change one list into another.
@Suite struct ListEventsTests {
    /// The events between two lists, one line of JSON each. Each cell shows the name of its element.
    private func events(
        from old: Snapshot, to new: Snapshot, headers: Bool = false,
        onCell: @escaping (Identifier) throws(DiffableError) -> Void = { (_) throws(DiffableError) in }
    ) throws(DiffableError) -> [String] {
        let screen = Screen(headers: headers)
        screen.onCell = onCell
        var events = ListEvents(from: old, to: new, Difference(from: old, to: new), of: screen.source)
        try events.addAll()
        #expect(events.text.isEmpty || events.text.hasSuffix("}\n"))
        return events.text.split(separator: "\n").map { String($0) }
    }

    private func events(from old: String, to new: String, headers: Bool = false) throws -> [String] {
        try events(from: try list(old), to: try list(new), headers: headers)
    }

    @Test func equalListsHaveNoEvents() throws {
        #expect(try events(from: "s: a b", to: "s: a b", headers: true) == [])
        #expect(try events(from: "", to: "") == [])
    }

    /// An insertion is followed by the cells, at the same index path. A new section has no footer unless an event has
    /// one.
    @Test func insertions() throws {
        #expect(
            try events(from: "", to: "s: a", headers: true) == [
                #"{"event":"insert_section","id":"s","to":0}"#,
                #"{"event":"header","id":"s","at":0,"cell":{"text":"[s]"}}"#,
                #"{"event":"insert_item","id":"a","to":{"section":0,"item":0,"section_id":"s"}}"#,
                #"{"event":"cell","id":"a","at":{"section":0,"item":0,"section_id":"s"},"cell":{"text":"a"}}"#,
            ])
    }

    /// One event for each deletion, from the end, so that the indexes before it stay valid.
    @Test func deletions() throws {
        #expect(
            try events(from: "s: a b c", to: "s: b") == [
                #"{"event":"delete_item","id":"c","from":{"section":0,"item":2,"section_id":"s"}}"#,
                #"{"event":"delete_item","id":"a","from":{"section":0,"item":0,"section_id":"s"}}"#,
            ])
        #expect(
            try events(from: "s: | t: | u:", to: "t:") == [
                #"{"event":"delete_section","id":"u","from":2}"#, #"{"event":"delete_section","id":"s","from":0}"#,
            ])
    }

    /// A move has no cell, because the reader has it already.
    @Test func moves() throws {
        #expect(
            try events(from: "s: a b c", to: "s: c a b", headers: true) == [
                #"{"event":"move_item","id":"c","from":{"section":0,"item":2,"section_id":"s"},"to":{"section":0,"item":0,"section_id":"s"}}"#
            ])
        #expect(
            try events(from: "s: | t: | u:", to: "u: | s: | t:", headers: true)
                == [#"{"event":"move_section","id":"u","from":2,"to":0}"#])
    }

    /// Updates have the index path and the new cell. Those of a section also say that it has no footer.
    @Test func updates() throws {
        #expect(
            try events(from: "s: a b@1", to: "s: a b@2") == [
                #"{"event":"reconfigure_item","id":"b","at":{"section":0,"item":1,"section_id":"s"}}"#,
                #"{"event":"cell","id":"b","at":{"section":0,"item":1,"section_id":"s"},"cell":{"text":"b","detail":"2"}}"#,
            ])
        var marked = try list("s: a")
        try marked.reloadItems(["a"])
        #expect(
            try events(from: try list("s: a"), to: marked).first
                == #"{"event":"reload_item","id":"a","at":{"section":0,"item":0,"section_id":"s"}}"#)
        #expect(
            try events(from: "s@1:", to: "s@2:", headers: true) == [
                #"{"event":"update_section","id":"s","at":0}"#,
                #"{"event":"header","id":"s","at":0,"cell":{"text":"[s 2]"}}"#,
                #"{"event":"footer","id":"s","at":0,"cell":null}"#,
            ])
    }

    /// A section is deleted after the moves of items out of it, with its identifier of the old list.
    /// A row that was renamed stays, so the reader learns what it was called.
    @Test func renames() throws {
        let old = try list("s: draft x")
        var new = old
        try new.renameItem("draft", to: 7)
        let updated = [
            #"{"event":"reconfigure_item","id":7,"at":{"section":0,"item":0,"section_id":"s"},"old_id":"draft"}"#,
            #"{"event":"cell","id":7,"at":{"section":0,"item":0,"section_id":"s"},"cell":{"text":"7"}}"#,
        ]
        #expect(try events(from: old, to: new) == updated)
        try new.moveItem(7, afterItem: "x")
        let moved = try events(from: old, to: new)
        #expect(moved.count == 3 && moved[0].contains("move_item"))
        #expect(moved[1].contains(#""id":7"#) && moved[1].hasSuffix(#""old_id":"draft"}"#))
    }

    @Test func aSectionThatItemsMoveOutOfIsDeletedAfterwards() throws {
        #expect(
            try events(from: "s: a | t: b | u:", to: "u: b a") == [
                #"{"event":"move_item","id":"b","from":{"section":1,"item":0,"section_id":"t"},"to":{"section":2,"item":0,"section_id":"u"}}"#,
                #"{"event":"move_item","id":"a","from":{"section":0,"item":0,"section_id":"s"},"to":{"section":2,"item":1,"section_id":"u"}}"#,
                #"{"event":"delete_section","id":"t","from":1}"#,
                #"{"event":"delete_section","id":"s","from":0}"#,
            ])
    }

    /// The level and disclosure of each item of a tree, if they differ from what the reader knows.
    @Test func trees() throws {
        func tree(_ expanded: Bool) throws -> Snapshot {
            var list = try list("s: parent leaf")
            try list.appendItems(["child"], toParent: "parent")
            if expanded { list.expand(["parent"]) }
            return list
        }
        #expect(
            try events(from: try list("s: parent leaf"), to: tree(false)) == [
                #"{"event":"outline","id":"parent","at":{"section":0,"item":0,"section_id":"s"},"level":0,"disclosure":"collapsed"}"#,
                #"{"event":"outline","id":"leaf","at":{"section":0,"item":1,"section_id":"s"},"level":0,"disclosure":"leaf"}"#,
            ])
        #expect(
            try events(from: tree(false), to: tree(true)).suffix(2) == [
                #"{"event":"outline","id":"parent","at":{"section":0,"item":0,"section_id":"s"},"level":0,"disclosure":"expanded"}"#,
                #"{"event":"outline","id":"child","at":{"section":0,"item":1,"section_id":"s"},"level":1,"disclosure":"leaf"}"#,
            ])
        #expect(try events(from: tree(true), to: tree(true)) == [])
        #expect(
            try events(from: tree(false), to: try list("s: parent leaf")) == [
                #"{"event":"outline","id":"parent","at":{"section":0,"item":0,"section_id":"s"},"level":0,"disclosure":null}"#,
                #"{"event":"outline","id":"leaf","at":{"section":0,"item":1,"section_id":"s"},"level":0,"disclosure":null}"#,
            ])
    }

    @Test func errorsOfProvidersAreThrown() throws {
        let (old, new) = (Snapshot(), try list("s: a b"))
        let error = thrown { () throws(DiffableError) in
            _ = try events(
                from: old, to: new, onCell: { (item) throws(DiffableError) in if item == "b" { throw .refused } })
        }
        #expect(error?.code == .providerFailed)
    }
}
