// swift-tools-version: 6.0
import PackageDescription

// Typed lists beside Heckel's algorithm, in one process: `swift run -c release` in this folder.
let package = Package(
    name: "typed",
    dependencies: [.package(name: "diffable", path: "../..")],
    targets: [.executableTarget(name: "typed", dependencies: [.product(name: "Diffable", package: "diffable")])]
)
