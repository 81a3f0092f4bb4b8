// The version of a list: the exclusive or of the hashes of its links and states, as docs/wire.md defines them.

/// Computes the terms of a version, and their exclusive or.
struct DigestTerms {
    private let bytes = Document(capacity: 128)
    private(set) var sum = Digest()

    private mutating func addTerm() {
        sum ^= SipHash.digest(bytes.buffer)
    }

    /// Adds the link of an element, or removes the link if it was added before.
    mutating func toggleLink(_ previous: ListElement?, _ element: ListElement, of list: Snapshot) {
        bytes.clear()
        bytes.appendArray(4)
        bytes.append(0)
        if let previous { appendName(previous, of: list) } else { bytes.appendNull() }
        appendName(element, of: list)
        bytes.append(Int(element.level))
        addTerm()
    }

    /// Adds the state of an element, or removes the state if it was added before.
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
    /// 128 bits that are equal for equal lists. They differ for different lists, unless somebody made two lists with
    /// the same version on purpose.
    /// - Complexity: O(1) if the version is known; otherwise O(n)
    package var version: Digest {
        if let known = knownVersion { return known }
        var terms = DigestTerms()
        var previous: ListElement?
        forEachElement { element in
            terms.toggleLink(previous, element, of: self)
            terms.toggleState(element, of: self)
            previous = element
        }
        setKnownVersion(terms.sum)
        return terms.sum
    }

    /// The version; nil if it was not computed since the list was edited last.
    var knownVersion: Digest? {
        identifiers.items.locked { storage.isVersionKnown ? storage.version : nil }
    }

    func setKnownVersion(_ version: Digest) {
        identifiers.items.locked {
            storage.version = version
            storage.isVersionKnown = true
        }
    }
}
