import Testing

@testable import DiffableEngine
@testable import DiffableViews
@testable import TestSupport

/// The events that lead a reader from one list to another.
@Suite struct ListEventsTests {
    /// The events between two lists, one line each, in short: `insert_item "a" to 0.0`. Cells are named like what they belong to.
    private func events(
        from old: ListEvents.List, to new: ListEvents.List, headers: Bool = false,
        onCell: @escaping (Identifier) throws(DiffableError) -> Void = { (_) throws(DiffableError) in }
    ) throws(DiffableError) -> [String] {
        let screen = Screen(headers: headers)
        screen.onCell = onCell
        var events = ListEvents(from: old, to: new, Difference(from: old.snapshot, to: new.snapshot), of: screen.source)
        try events.addAll()
        #expect(events.text.isEmpty || events.text.hasSuffix("}\n"))
        return events.text.split(separator: "\n").map { String($0) }
    }

    private func events(from old: String, to new: String, headers: Bool = false) throws -> [String] {
        try events(from: .init(try list(old)), to: .init(try list(new)), headers: headers)
    }

    @Test func nothingChangedIsNoEvent() throws {
        #expect(try events(from: "s: a b", to: "s: a b", headers: true) == [])
        #expect(try events(from: "", to: "") == [])
    }

    /// What is inserted has its cells behind it, at the same place. A new section has no footer until one is told.
    @Test func insertions() throws {
        #expect(
            try events(from: "", to: "s: a", headers: true) == [
                #"{"event":"insert_section","id":"s","to":0}"#,
                #"{"event":"header","id":"s","at":0,"cell":{"text":"[s]"}}"#,
                #"{"event":"insert_item","id":"a","to":{"section":0,"item":0}}"#,
                #"{"event":"cell","id":"a","at":{"section":0,"item":0},"cell":{"text":"a"}}"#,
            ])
    }

    /// One event each, from the end, so that the indexes of those in front hold.
    @Test func deletions() throws {
        #expect(
            try events(from: "s: a b c", to: "s: b") == [
                #"{"event":"delete_item","id":"c","from":{"section":0,"item":2}}"#,
                #"{"event":"delete_item","id":"a","from":{"section":0,"item":0}}"#,
            ])
        #expect(
            try events(from: "s: | t: | u:", to: "t:") == [
                #"{"event":"delete_section","id":"u","from":2}"#, #"{"event":"delete_section","id":"s","from":0}"#,
            ])
    }

    /// A move brings no cell, since the row has it.
    @Test func moves() throws {
        #expect(
            try events(from: "s: a b c", to: "s: c a b", headers: true) == [
                #"{"event":"move_item","id":"c","from":{"section":0,"item":2},"to":{"section":0,"item":0}}"#
            ])
        #expect(
            try events(from: "s: | t: | u:", to: "u: | s: | t:", headers: true)
                == [#"{"event":"move_section","id":"u","from":2,"to":0}"#])
    }

    /// Updates say where the row is, and tell its cell anew; those of a section also tell that it has no footer.
    @Test func updates() throws {
        #expect(
            try events(from: "s: a b@1", to: "s: a b@2") == [
                #"{"event":"reconfigure_item","id":"b","at":{"section":0,"item":1}}"#,
                #"{"event":"cell","id":"b","at":{"section":0,"item":1},"cell":{"text":"b","detail":"2"}}"#,
            ])
        var marked = try list("s: a")
        try marked.reloadItems(["a"])
        #expect(
            try events(from: .init(try list("s: a")), to: .init(marked)).first
                == #"{"event":"reload_item","id":"a","at":{"section":0,"item":0}}"#)
        #expect(
            try events(from: "s@1:", to: "s@2:", headers: true) == [
                #"{"event":"update_section","id":"s","at":0}"#,
                #"{"event":"header","id":"s","at":0,"cell":{"text":"[s 2]"}}"#,
                #"{"event":"footer","id":"s","at":0,"cell":null}"#,
            ])
    }

    /// A section goes when the items that leave it have gone, under the name that it has in the old list.
    @Test func aSectionThatItemsMoveOutOfIsDeletedAfterwards() throws {
        #expect(
            try events(from: "s: a | t: b | u:", to: "u: b a") == [
                #"{"event":"move_item","id":"b","from":{"section":1,"item":0},"to":{"section":2,"item":0}}"#,
                #"{"event":"move_item","id":"a","from":{"section":0,"item":0},"to":{"section":2,"item":1}}"#,
                #"{"event":"delete_section","id":"t","from":1}"#,
                #"{"event":"delete_section","id":"s","from":0}"#,
            ])
    }

    /// The level of each row of a tree, and whether it has children, where that is not what the reader knows.
    @Test func trees() throws {
        func tree(_ expanded: Bool) throws -> ListEvents.List {
            var tree = SectionSnapshot()
            try tree.append(["parent", "leaf"])
            try tree.append(["child"], to: "parent")
            if expanded { tree.expand(["parent"]) }
            var outlines = Outlines()
            outlines["s"] = tree
            return .init(snapshot: try list(expanded ? "s: parent child leaf" : "s: parent leaf"), outlines: outlines)
        }
        #expect(
            try events(from: .init(try list("s: parent leaf")), to: tree(false)) == [
                #"{"event":"outline","id":"parent","at":{"section":0,"item":0},"level":0,"disclosure":"collapsed"}"#,
                #"{"event":"outline","id":"leaf","at":{"section":0,"item":1},"level":0,"disclosure":"leaf"}"#,
            ])
        #expect(
            try events(from: tree(false), to: tree(true)).suffix(2) == [
                #"{"event":"outline","id":"parent","at":{"section":0,"item":0},"level":0,"disclosure":"expanded"}"#,
                #"{"event":"outline","id":"child","at":{"section":0,"item":1},"level":1,"disclosure":"leaf"}"#,
            ])
        #expect(try events(from: tree(true), to: tree(true)) == [])
        #expect(
            try events(from: tree(false), to: .init(try list("s: parent leaf"))) == [
                #"{"event":"outline","id":"parent","at":{"section":0,"item":0},"level":0,"disclosure":null}"#,
                #"{"event":"outline","id":"leaf","at":{"section":0,"item":1},"level":0,"disclosure":null}"#,
            ])
    }

    @Test func whatAProviderThrowsIsThrown() throws {
        let (old, new) = (ListEvents.List(Snapshot()), ListEvents.List(try list("s: a b")))
        let error = thrown { () throws(DiffableError) in
            _ = try events(from: old, to: new, onCell: { (item) throws(DiffableError) in if item == "b" { throw .refused } })
        }
        #expect(error?.code == .providerFailed)
    }
}

extension ListEvents.List {
    /// A list without trees.
    fileprivate init(_ snapshot: Snapshot) {
        self.init(snapshot: snapshot, outlines: Outlines())
    }
}
