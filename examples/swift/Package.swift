// swift-tools-version: 6.0
import PackageDescription

// The list logic of an app, its tests, and a program that prints the lists. The logic is in Sources/Lists/Lists. It
// also compiles with UIKit, without a change. The stories and the tests are for machines without UIKit.
let package = Package(
    name: "lists",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.executable(name: "lists", targets: ["Lists"])],
    dependencies: [.package(name: "diffable", path: "../..")],
    targets: [
        .executableTarget(name: "Lists", dependencies: [.product(name: "Diffable", package: "diffable")]),
        .testTarget(name: "ListsTests", dependencies: ["Lists"]),
    ]
)
