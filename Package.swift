// swift-tools-version: 6.0
import PackageDescription

// Functions that the compiler merges have no line numbers, so those of the C API are not merged in the libraries that
// the Makefile builds.
let unmerged: [SwiftSetting] =
    Context.environment["DIFFABLE_EMBEDDED"] == nil ? [] : [.unsafeFlags(["-Xllvm", "-swiftmergefunc-threshold=0"])]

// Modules in the order of the flow: each one depends only on those above it (Tests/APITests/modules.lua holds that).
let package = Package(
    name: "diffable",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Diffable", targets: ["Diffable"]),
        .library(name: "DiffableC", type: .static, targets: ["DiffableC"]),
        .library(name: "DiffableLua", type: .static, targets: ["DiffableLua"]),
        .executable(name: "diffable-command", targets: ["DiffableCommand"]),
    ],
    targets: [
        .systemLibrary(name: "CLibc", path: "Sources/System/CLibc"),
        .systemLibrary(name: "CDiffable", path: "include"),
        // Without pkg-config, which SwiftPM would ask for the libraries of all targets, and warn who needs none of
        // them.
        .systemLibrary(name: "CEdit", path: "Sources/System/CEdit"),
        .systemLibrary(name: "CLua", path: "Sources/System/CLua"),
        .target(name: "CTerminal", path: "Sources/System/CTerminal", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "CProcess", path: "Sources/System/CProcess", cSettings: [.define("_GNU_SOURCE")]),

        // identifiers -> snapshots -> differences -> data sources
        .target(name: "DiffableEngine", dependencies: ["CLibc"]),
        // cells -> rows -> text, NDJSON
        .target(name: "DiffableViews", dependencies: ["DiffableEngine"]),
        // Both, for programs in Swift.
        .target(name: "Diffable", dependencies: ["DiffableEngine", "DiffableViews", "CLibc"]),
        // Replacements for the functions of libc that Embedded Swift calls. Each library has them once.
        .target(
            name: "DiffableMemory", dependencies: ["DiffableEngine", "CLibc"], path: "Sources/System/DiffableMemory"),
        // Engine and views, for programs in C.
        .target(
            name: "DiffableC",
            dependencies: ["DiffableEngine", "DiffableViews", "DiffableMemory", "CDiffable", "CLibc"],
            exclude: ["exports.map"], swiftSettings: unmerged),
        // The interactive list, motion and standard output, with their C API.
        .target(
            name: "DiffableTerminal",
            dependencies: ["DiffableEngine", "DiffableViews", "DiffableC", "CDiffable", "CLibc", "CTerminal"]),
        .target(
            name: "DiffableLua", dependencies: ["CLua"], path: "Sources/Bindings/Lua", exclude: ["exports.map"],
            cSettings: [.headerSearchPath("../../../include")]),
        .target(
            name: "DiffablePage", path: "Sources/Command/Recording",
            exclude: [
                "page.html", "page.css", "text.js", "recording.js", "changes.js", "layout.js", "row.js", "list.js",
                "timeline.js", "player.js",
            ]),
        .target(
            name: "DiffableWatch", dependencies: ["CLua", "CProcess"], path: "Sources/Command/Watch", exclude: ["Lua"],
            cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("yajl")]),
        // The picker of the command.
        .target(
            name: "DiffablePick",
            dependencies: ["DiffableEngine", "DiffableViews", "DiffableTerminal", "CLibc", "CProcess"],
            path: "Sources/Command/Pick", exclude: ["Lua"]),
        .target(name: "CommandLua", dependencies: ["CLua"], path: "Sources/Command/Scripts", exclude: ["Lua"]),
        .executableTarget(
            name: "DiffableCommand",
            dependencies: [
                "DiffableEngine", "DiffableViews", "DiffableC", "DiffableTerminal", "DiffableLua", "DiffablePage",
                "DiffableWatch", "DiffablePick", "CommandLua", "CEdit", "CLua", "CLibc", "CTerminal",
            ],
            path: "Sources/Command/Main"),

        .target(
            name: "TestSupport", dependencies: ["DiffableEngine", "DiffableViews", "DiffableTerminal"],
            path: "Tests/TestSupport"),
        .testTarget(name: "DiffableTests", dependencies: ["Diffable", "DiffableEngine", "TestSupport"]),
        .testTarget(name: "DiffableEngineTests", dependencies: ["DiffableEngine", "DiffableViews", "TestSupport"]),
        .testTarget(name: "DiffableViewsTests", dependencies: ["DiffableViews", "TestSupport"]),
        .testTarget(name: "DiffableTerminalTests", dependencies: ["DiffableTerminal", "TestSupport"]),
        .testTarget(name: "DiffablePickTests", dependencies: ["DiffablePick", "DiffableTerminal"]),
    ],
    cLanguageStandard: .c11
)
