/// The version of this library, the one in the header.
public let version: StaticString = "0.2.0"
