// The edits as UIKit spells them. Each one calls its throwing form in `Checked`, which says when it fails and what it
// costs, and stops the program if that throws.

extension DiffableDataSourceSnapshot {
    /// Appends items to a section; without an argument, or with nil, to the last one.
    @inlinable
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        do throws(DiffableError) { try checked.appendItems(identifiers, toSection: sectionIdentifier) } catch {
            error.stop()
        }
    }

    /// Inserts items at the front of a section; without an argument, of the last one. UIKit has no such call.
    public mutating func prependItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        do throws(DiffableError) { try checked.prependItems(identifiers, toSection: sectionIdentifier) } catch {
            error.stop()
        }
    }

    /// Inserts items before the visible item at an index of a section, or at its end; without a section, into the last
    /// one. UIKit has no such call.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], at index: Int, inSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        do throws(DiffableError) { try checked.insertItems(identifiers, at: index, inSection: sectionIdentifier) } catch
        { error.stop() }
    }

    /// Inserts items before another one, into its section.
    @inlinable
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        do throws(DiffableError) { try checked.insertItems(identifiers, beforeItem: beforeIdentifier) } catch {
            error.stop()
        }
    }

    /// Inserts items after another one, into its section.
    @inlinable
    public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType)
    {
        do throws(DiffableError) { try checked.insertItems(identifiers, afterItem: afterIdentifier) } catch {
            error.stop()
        }
    }

    /// Deletes items, and returns how many. One that is not in the list, or is named twice, is ignored.
    /// - Complexity: O(k log n)
    @inlinable
    @discardableResult
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) -> Int {
        checked.deleteItems(identifiers)
    }

    /// Deletes all items, and all sections as well.
    /// - Complexity: O(1)
    @inlinable
    public mutating func deleteAllItems() {
        checked.deleteAllItems()
    }

    /// Moves an item before another one, possibly into another section.
    @inlinable
    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        do throws(DiffableError) { try checked.moveItem(identifier, beforeItem: toIdentifier) } catch { error.stop() }
    }

    /// Moves an item after another one, possibly into another section.
    @inlinable
    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        do throws(DiffableError) { try checked.moveItem(identifier, afterItem: toIdentifier) } catch { error.stop() }
    }

    /// Moves items to the end of a section, in the order of the array. UIKit has no such call.
    @inlinable
    public mutating func moveItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType
    ) {
        do throws(DiffableError) { try checked.moveItems(identifiers, toSection: sectionIdentifier) } catch {
            error.stop()
        }
    }

    /// Marks items to get new cells at the next apply. What is passed becomes the content of the items.
    @inlinable
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        do throws(DiffableError) { try checked.reloadItems(identifiers) } catch { error.stop() }
    }

    /// Marks items to have the provider run again for their existing cells at the next apply. What is passed becomes
    /// the content of the items.
    @inlinable
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        do throws(DiffableError) { try checked.reconfigureItems(identifiers) } catch { error.stop() }
    }

    /// Appends sections.
    @inlinable
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        do throws(DiffableError) { try checked.appendSections(identifiers) } catch { error.stop() }
    }

    /// Inserts sections before another one.
    @inlinable
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) {
        do throws(DiffableError) { try checked.insertSections(identifiers, beforeSection: toIdentifier) } catch {
            error.stop()
        }
    }

    /// Inserts sections after another one.
    @inlinable
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) {
        do throws(DiffableError) { try checked.insertSections(identifiers, afterSection: toIdentifier) } catch {
            error.stop()
        }
    }

    /// Deletes sections with their items, and returns how many sections. One that is not in the list, or is named
    /// twice, is ignored.
    /// - Complexity: O(k + s + their items)
    @inlinable
    @discardableResult
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) -> Int {
        checked.deleteSections(identifiers)
    }

    /// Moves a section with its items before another one.
    @inlinable
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
    ) {
        do throws(DiffableError) { try checked.moveSection(identifier, beforeSection: toIdentifier) } catch {
            error.stop()
        }
    }

    /// Moves a section with its items after another one.
    @inlinable
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) {
        do throws(DiffableError) { try checked.moveSection(identifier, afterSection: toIdentifier) } catch {
            error.stop()
        }
    }

    /// Marks sections to be shown anew at the next apply, with all their items. What is passed becomes the content of
    /// the sections.
    @inlinable
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        do throws(DiffableError) { try checked.reloadSections(identifiers) } catch { error.stop() }
    }

    /// Marks sections to get new headers and footers at the next apply. Their items are not touched. What is passed
    /// becomes the content of the sections. UIKit has no such call.
    @inlinable
    public mutating func reconfigureSections(_ identifiers: [SectionIdentifierType]) {
        do throws(DiffableError) { try checked.reconfigureSections(identifiers) } catch { error.stop() }
    }
}
