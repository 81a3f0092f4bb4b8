import CDiffable
import DiffableEngine

@c @implementation
public func diffable_publisher_new(_ source: OpaquePointer!, _ keep: Int) -> OpaquePointer! {
    unwrap(source, as: DataSourceBox.self).map { box in
        retain(PublisherBox(Publisher(of: box.source, keeping: limitOfLists(keep)), box))
    }
}

@c @implementation
public func diffable_publisher_free(_ publisher: OpaquePointer!) {
    release(publisher, as: PublisherBox.self)
}

@c @implementation
public func diffable_publisher_message(
    _ publisher: OpaquePointer!, _ version: UnsafePointer<diffable_list_version>!,
    _ document: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    document?.pointee = nil
    return attempt(error) { () throws(DiffableError) in
        let publisher = try require(publisher, as: PublisherBox.self, "publisher").value
        guard let document else { throw .null("document") }
        document.pointee = try publisher.message(for: version.map { Digest($0.pointee) }).map { retain($0) }
    }
}

@c @implementation
public func diffable_publisher_version(_ publisher: OpaquePointer!) -> diffable_list_version {
    unwrap(publisher, as: PublisherBox.self).map { diffable_list_version($0.value.version) } ?? diffable_list_version()
}

@c @implementation
public func diffable_follower_new(_ source: OpaquePointer!) -> OpaquePointer! {
    unwrap(source, as: DataSourceBox.self).map { box in retain(FollowerBox(Follower(of: box.source), box)) }
}

@c @implementation
public func diffable_follower_free(_ follower: OpaquePointer!) {
    release(follower, as: FollowerBox.self)
}

@c @implementation
public func diffable_follower_receive(
    _ follower: OpaquePointer!, _ bytes: UnsafePointer<CChar>!, _ size: Int,
    _ transaction: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    transaction?.pointee = nil
    do throws(DiffableError) {
        let box = try require(follower, as: FollowerBox.self, "follower")
        return start(box.value.receiving(try requireBytes(bytes, size, "bytes")), box.source, transaction, error)
    } catch let failure {
        return report(failure, to: error, "diffable_follower_receive")
    }
}

@c @implementation
public func diffable_follower_version(_ follower: OpaquePointer!) -> diffable_list_version {
    unwrap(follower, as: FollowerBox.self).map { diffable_list_version($0.value.version) } ?? diffable_list_version()
}
