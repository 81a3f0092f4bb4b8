// Edits that stop the program if they fail. Each calls the method of the same name in `Checked`, where its errors and
// its complexity are documented. Deletions never fail. Some edits have no counterpart in UIKit; their comments say so.

extension DiffableDataSourceSnapshot {
    /// Appends items to a section. If the section is omitted or nil, appends them to the last section.
    @inlinable
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        do throws(DiffableError) { try checked.appendItems(identifiers, toSection: sectionIdentifier) } catch {
            error.stop()
        }
    }

    /// Inserts items at the front of a section. Without a section, inserts them into the last one. UIKit has no such
    /// call.
    public mutating func prependItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        do throws(DiffableError) { try checked.prependItems(identifiers, toSection: sectionIdentifier) } catch {
            error.stop()
        }
    }

    /// Inserts items before the visible item at `index` of a section. If `index` is the number of visible items,
    /// appends them. Without a section, inserts them into the last one. UIKit has no such call.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], at index: Int, inSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        do throws(DiffableError) { try checked.insertItems(identifiers, at: index, inSection: sectionIdentifier) } catch
        { error.stop() }
    }

    /// Inserts items before another item, into the section of that item.
    @inlinable
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        do throws(DiffableError) { try checked.insertItems(identifiers, beforeItem: beforeIdentifier) } catch {
            error.stop()
        }
    }

    /// Inserts items after another item, into the section of that item.
    @inlinable
    public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType)
    {
        do throws(DiffableError) { try checked.insertItems(identifiers, afterItem: afterIdentifier) } catch {
            error.stop()
        }
    }

    /// Deletes items with everything below them, and returns how many were deleted. Ignores items that are not in the
    /// list, and repetitions.
    /// - Complexity: O(k + deleted items * log n)
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

    /// Marks items so that the next apply gives them new cells. The passed items replace those in the list, with their
    /// content.
    @inlinable
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        do throws(DiffableError) { try checked.reloadItems(identifiers) } catch { error.stop() }
    }

    /// Marks items so that the next apply runs the provider again for their existing cells. The passed items replace
    /// those in the list, with their content.
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

    /// Deletes sections with their items, and returns the number of deleted sections. Ignores sections that are not in
    /// the list, and repetitions.
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

    /// Marks sections so that the next apply shows them anew, with all their items. The passed sections replace those
    /// in the list, with their content.
    @inlinable
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        do throws(DiffableError) { try checked.reloadSections(identifiers) } catch { error.stop() }
    }

    /// Marks sections so that the next apply gives them new headers and footers. Their items are not updated. The
    /// passed sections replace those in the list, with their content. UIKit has no such call.
    @inlinable
    public mutating func reconfigureSections(_ identifiers: [SectionIdentifierType]) {
        do throws(DiffableError) { try checked.reconfigureSections(identifiers) } catch { error.stop() }
    }
}
