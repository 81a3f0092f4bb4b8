// swift-tools-version: 6.0
import PackageDescription

// The list logic of five screens, as an app for iOS writes it. `swift test` runs its unit tests on Linux.
let package = Package(
    name: "ArticleLists",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "diffable", path: "../..")],
    targets: [
        .target(name: "ArticleLists", dependencies: [.product(name: "Diffable", package: "diffable")]),
        .testTarget(name: "ArticleListsTests", dependencies: ["ArticleLists"]),
    ]
)
