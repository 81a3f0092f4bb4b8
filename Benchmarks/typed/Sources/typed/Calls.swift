// The functions that ../../../typed.h declares.

private final class Object<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }

    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func value(_ object: UnsafeMutableRawPointer) -> Value {
        Unmanaged<Object>.fromOpaque(object).takeUnretainedValue().value
    }
}

@_cdecl("typed_free")
public func free(_ object: UnsafeMutableRawPointer) {
    Unmanaged<AnyObject>.fromOpaque(object).release()
}

@_cdecl("typed_make_items")
public func makeItems(
    _ kind: Int32, _ bytes: UnsafePointer<UInt8>, _ revisions: UnsafePointer<UInt64>, _ count: Int
) -> UnsafeMutableRawPointer {
    Object(Items(kind: kind, bytes, revisions, count: count)).retained
}

@_cdecl("typed_stride")
public func stride(_ items: UnsafeMutableRawPointer) -> Int {
    Object<Items>.value(items).stride
}

@_cdecl("typed_heckel")
public func heckel(_ old: UnsafeMutableRawPointer, _ new: UnsafeMutableRawPointer) -> Int {
    switch (Object<Items>.value(old), Object<Items>.value(new)) {
    case (.strings(let old), .strings(let new)): heckelDifference(from: old, to: new).count
    case (.integers(let old), .integers(let new)): heckelDifference(from: old, to: new).count
    case (.rows(_, let old), .rows(_, let new)):
        heckelDifference(from: old, to: new) { $0.row.revision == $1.row.revision }.count
    default: fatalError("lists of two kinds")
    }
}

@_cdecl("typed_standard")
public func standard(_ old: UnsafeMutableRawPointer, _ new: UnsafeMutableRawPointer) -> Int {
    switch (Object<Items>.value(old), Object<Items>.value(new)) {
    case (.strings(let old), .strings(let new)): new.difference(from: old).count
    case (.integers(let old), .integers(let new)): new.difference(from: old).count
    case (.rows(let old, _), .rows(let new, _)): new.difference(from: old).count
    default: fatalError("lists of two kinds")
    }
}

@_cdecl("typed_make_source")
public func makeSource(_ kind: Int32) -> UnsafeMutableRawPointer {
    Object(Source(kind: kind)).retained
}

@_cdecl("typed_apply")
public func apply(
    _ source: UnsafeMutableRawPointer, _ items: UnsafeMutableRawPointer, _ isAnew: Bool,
    _ counts: UnsafeMutablePointer<Int>
) {
    (counts[0], counts[1], counts[2], counts[3]) = Object<Source>.value(source).apply(
        Object<Items>.value(items), isAnew: isAnew)
}

@_cdecl("typed_snapshot")
public func snapshot(_ source: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    Object(Object<Source>.value(source).snapshot).retained
}
