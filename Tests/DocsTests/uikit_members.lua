-- The members of Apple's diffable data sources, by type, each as Swift spells it; and the Swift type of this project
-- that stands in the place of Apple's, with the struct in C where the members are its fields. `missing` are those that
-- have no counterpart.

return {
  { name = "NSDiffableDataSourceSnapshot", type = "DiffableDataSourceSnapshot", members = {
    "init()", "numberOfItems", "numberOfSections", "sectionIdentifiers", "itemIdentifiers", "numberOfItems(inSection:)",
    "itemIdentifiers(inSection:)", "sectionIdentifier(containingItem:)", "indexOfItem(_:)", "indexOfSection(_:)",
    "appendItems(_:toSection:)", "insertItems(_:beforeItem:)", "insertItems(_:afterItem:)", "deleteItems(_:)",
    "deleteAllItems()", "moveItem(_:beforeItem:)", "moveItem(_:afterItem:)", "reloadItems(_:)", "reconfigureItems(_:)",
    "appendSections(_:)", "insertSections(_:beforeSection:)", "insertSections(_:afterSection:)", "deleteSections(_:)",
    "moveSection(_:beforeSection:)", "moveSection(_:afterSection:)", "reloadSections(_:)", "reloadedItemIdentifiers",
    "reloadedSectionIdentifiers", "reconfiguredItemIdentifiers",
  } },
  { name = "UITableViewDiffableDataSource", type = "DiffableDataSource", members = {
    "init(tableView:cellProvider:)", "CellProvider", "snapshot()", "apply(_:animatingDifferences:completion:)",
    "apply(_:animatingDifferences:) async", "applySnapshotUsingReloadData(_:completion:)",
    "applySnapshotUsingReloadData(_:) async", "itemIdentifier(for:)", "indexPath(for:)", "sectionIdentifier(for:)",
    "index(for:)", "defaultRowAnimation", "description()",
  } },
  { name = "UICollectionViewDiffableDataSource", type = "DiffableDataSource", members = {
    "init(collectionView:cellProvider:)", "SupplementaryViewProvider", "supplementaryViewProvider",
    "apply(_:to:animatingDifferences:completion:)",
    "apply(_:to:animatingDifferences:) async", "snapshot(for:)", "description()", "reorderingHandlers",
    "sectionSnapshotHandlers",
  } },
  { name = "ReorderingHandlers", type = "ReorderingHandlers", struct = "diffable_reordering_handlers", members = {
    "canReorderItem", "willReorder", "didReorder",
  } },
  { name = "SectionSnapshotHandlers", type = "SectionSnapshotHandlers", struct = "diffable_section_snapshot_handlers",
    members = {
      "shouldExpandItem", "willExpandItem", "shouldCollapseItem", "willCollapseItem", "snapshotForExpandingParent",
    } },
  { name = "NSDiffableDataSourceSectionSnapshot", type = "DiffableDataSourceSectionSnapshot", members = {
    "init()", "init(_:)", "append(_:to:)", "insert(_:before:)", "insert(_:after:)", "insert(snapshot, before:)",
    "insert(snapshot, after:)", "delete(_:)", "deleteAll()", "replace(childrenOf:using:)", "expand(_:)", "collapse(_:)",
    "isExpanded(_:)", "isVisible(_:)", "level(of:)", "parent(of:)", "index(of:)", "contains(_:)",
    "snapshot(of:includingParent:)", "items", "rootItems", "visibleItems", "expandedItems", "visualDescription()",
  } },
  { name = "NSDiffableDataSourceTransaction", type = "DiffableDataSourceTransaction", members = {
    "initialSnapshot", "finalSnapshot", "difference", "sectionTransactions",
  } },
  { name = "NSDiffableDataSourceSectionTransaction", type = "DiffableDataSourceSectionTransaction", members = {
    "sectionIdentifier", "initialSnapshot", "finalSnapshot", "difference",
  } },
  missing = {
    "numberOfSections(in:)", "tableView(_:numberOfRowsInSection:)", "tableView(_:cellForRowAt:)",
    "tableView(_:titleForHeaderInSection:)", "tableView(_:titleForFooterInSection:)", "tableView(_:canEditRowAt:)",
    "tableView(_:commit:forRowAt:)", "tableView(_:canMoveRowAt:)", "tableView(_:moveRowAt:to:)",
    "sectionIndexTitles(for:)", "tableView(_:sectionForSectionIndexTitle:at:)",
    "collectionView(_:numberOfItemsInSection:)",
    "collectionView(_:cellForItemAt:)", "collectionView(_:viewForSupplementaryElementOfKind:at:)",
    "collectionView(_:canMoveItemAt:)", "collectionView(_:moveItemAt:to:)", "indexTitles(for:)",
    "collectionView(_:indexPathForIndexTitle:at:)",
  },
}
