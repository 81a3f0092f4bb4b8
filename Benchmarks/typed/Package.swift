// swift-tools-version: 6.2
import PackageDescription

// The lists of a Swift program's own types, as a library for the benchmarks in C: ../typed.h declares its functions.
let package = Package(
    name: "typed",
    products: [.library(name: "typed", type: .dynamic, targets: ["typed"])],
    dependencies: [.package(name: "diffable", path: "../..")],
    targets: [
        .target(
            name: "typed", dependencies: [.product(name: "Diffable", package: "diffable")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
