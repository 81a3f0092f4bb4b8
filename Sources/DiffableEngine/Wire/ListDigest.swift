// The version of a list: the exclusive or of the hashes of its links and states, as docs/wire.md defines them.

/// Makes the terms that versions consist of.
struct DigestTerms {
    private let bytes = Document(capacity: 128)
    private(set) var sum = Digest()

    private mutating func addTerm() {
        sum ^= SipHash.digest(bytes.buffer)
    }

    /// Adds what says which element is before another one, or takes it out if it was added.
    mutating func toggleLink(_ previous: ListElement?, _ element: ListElement, of list: Snapshot) {
        bytes.clear()
        bytes.appendArray(4)
        bytes.append(0)
        if let previous { appendName(previous, of: list) } else { bytes.appendNull() }
        appendName(element, of: list)
        bytes.append(Int(element.level))
        addTerm()
    }

    /// Adds what says what an element shows, or takes it out if it was added.
    mutating func toggleState(_ element: ListElement, of list: Snapshot) {
        let content = list.contentHandle(element)
        if content == 0 && element.flags.isEmpty { return }
        bytes.clear()
        bytes.appendArray(4)
        bytes.append(1)
        appendName(element, of: list)
        bytes.append(Int(element.flags.rawValue))
        if let content = list.content(content) { bytes.append(content) } else { bytes.appendNull() }
        addTerm()
    }

    @inline(__always)
    private func appendName(_ element: ListElement, of list: Snapshot) {
        if element.isSection {
            bytes.appendArray(1)
            if list.isSectionSnapshot { return bytes.appendNull() }
        }
        bytes.append(list.rawIdentifier(of: element))
    }
}

extension Snapshot {
    /// 128 bits that are equal for equal lists, and different for lists that differ.
    /// - Complexity: O(n) for a list whose version was not asked for before
    package var version: Digest {
        if let known = knownVersion { return known }
        var terms = DigestTerms()
        var previous: ListElement?
        forEachElement { element in
            terms.toggleLink(previous, element, of: self)
            terms.toggleState(element, of: self)
            previous = element
        }
        know(version: terms.sum)
        return terms.sum
    }

    /// The version, if it was computed since the list was edited.
    var knownVersion: Digest? {
        identifiers.items.locked { storage.isVersionKnown ? storage.version : nil }
    }

    func know(version: Digest) {
        identifiers.items.locked {
            storage.version = version
            storage.isVersionKnown = true
        }
    }
}
