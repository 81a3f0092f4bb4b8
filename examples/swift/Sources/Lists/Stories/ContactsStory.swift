import Diffable

func tellContacts() {
    let list = ContactsList(contacts: [
        Contact("Maria", "Lopez", isFriend: true), Contact("Omar", "Haddad", isFriend: true),
        Contact("Ann", "Marsh", isFriend: true),
        Contact("Marta", "Nowak"), Contact("Mona", "Berg"), Contact("Zoë", "Martin"), Contact("Wei", "Li"),
    ])
    // A setting, which is not part of any contact.
    var lastNameIsFirst = false
    let source = DiffableDataSource<ContactsSection, Contact>(cellProvider: { _, contact in
        let name = lastNameIsFirst ? "\(contact.lastName), \(contact.firstName)" : contact.description
        return Cell(text: name, detail: contact.email)
    })
    source.view = source.textView()
    source.supplementaryViewProvider = { kind, _, section in
        kind == SupplementaryKind.header ? Cell(text: section.title) : nil
    }

    print("everyone")
    source.apply(list.snapshot(), animatingDifferences: false)

    for search in ["M", "Ma", "Mar", "Mart", "Martz", ""] {
        print("\nsearch: \"\(search)\"")
        source.apply(list.snapshot(search: search))
    }

    print("\nlast names first")
    lastNameIsFirst = true
    source.applySnapshotUsingReloadData(source.snapshot())

    print("\nMaria among all contacts, too")
    var snapshot = source.snapshot()
    printError { try snapshot.checked.appendItems([list.contacts[0]], toSection: .allContacts) }
}
