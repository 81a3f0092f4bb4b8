// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "diffable",
    products: [
        .library(name: "Diffable", targets: ["Diffable"]),
        .library(name: "DiffableC", type: .static, targets: ["DiffableC"]),
        .library(name: "DiffableLua", type: .static, targets: ["DiffableLua"]),
        .executable(name: "diffable-command", targets: ["DiffableCommand"]),
    ],
    targets: [
        .systemLibrary(name: "CDiffable", path: "include"),
        .systemLibrary(name: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
        .systemLibrary(name: "CLibc"),
        .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
        .target(name: "Diffable", dependencies: ["CLibc"]),
        .target(
            name: "DiffableC", dependencies: ["Diffable", "CDiffable", "CLibc"],
            exclude: ["exports.map"]),
        .target(
            name: "DiffableLua", dependencies: ["CLua"], exclude: ["exports.map"],
            cSettings: [.headerSearchPath("../../include")]),
        .target(
            name: "DiffablePage",
            exclude: [
                "page.html", "page.css", "text.js", "recording.js", "changes.js", "layout.js", "row.js", "list.js", "timeline.js",
                "player.js",
            ]),
        .target(name: "CommandLua", dependencies: ["CLua"], exclude: ["Lua"]),
        .executableTarget(
            name: "DiffableCommand",
            dependencies: ["DiffableLua", "DiffableC", "DiffablePage", "CommandLua", "CEdit", "CLua", "CLibc"]),
        .testTarget(name: "DiffableTests", dependencies: ["Diffable"]),
    ],
    cLanguageStandard: .c11
)
