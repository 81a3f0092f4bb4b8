// Publishers write the messages that keep a copy of a list up to date. Followers apply them.
import { DataSource } from "./data_source.js";
import { bytesIn, contentsOf, putBytes, readVersion, write, writeData } from "./documents.js";
import { refuse, refuseArgument } from "./errors.js";
import { Handle } from "./handles.js";
import { memoryBytes, reserve, wasm } from "./memory.js";
import { readOptions } from "./options.js";
import { makeStrict, strict } from "./strict.js";

function sourceIn(source) {
  if (!Handle.is(source, DataSource)) refuseArgument(1, "DataSource", source);
  return source;
}

// Writes a version to scratch memory, and returns its address. Returns 0 if `version` is undefined.
function putVersion(version) {
  if (version === undefined) return 0;
  const address = reserve(16);
  for (let index = 0; index < 16; index += 1)
    memoryBytes()[address + index] = parseInt(version.slice(2 * index, 2 * index + 2), 16);
  return address;
}

/** Makes the messages that bring copies of the list of a data source up to date, whichever version they have. */
export class Publisher extends Handle {
  #source;

  constructor(...values) {
    const [source, keep] = strict("Publisher", (source, options) => [
      sourceIn(source),
      readOptions(2, options, { keep: "limit" }).keep ?? 0,
    ])(...values);
    super(
      strict("Publisher", () => wasm.diffable_publisher_new(Handle.address(source), keep))(),
      wasm.diffable_publisher_free,
      "publisher",
    );
    this.#source = source;
  }

  /**
   * Returns the message for somebody whose list has `version`, or who has no list if `version` is undefined. Returns
   * undefined if the current list has `version`.
   */
  message(version) {
    if (version !== undefined && (typeof version !== "string" || !/^[0-9a-f]{32}$/.test(version)))
      refuseArgument(1, "version of 32 hexadecimal digits", version);
    return writeData(
      () => this.#contents(),
      () => write(wasm.diffable_publisher_message, this, () => [putVersion(version)]),
    );
  }

  #contents() {
    const snapshot = this.#source.snapshot();
    try {
      return contentsOf(snapshot);
    } finally {
      snapshot.dispose();
    }
  }

  /** The version of the current list. */
  version() {
    return readVersion(wasm.diffable_publisher_version, this);
  }
}

makeStrict(Publisher);

/** Applies the documents of a publisher to a data source of its own. */
export class Follower extends Handle {
  #source;

  constructor(...values) {
    const source = strict("Follower", (given) => {
      const source = sourceIn(given);
      if (DataSource.isFollower(source))
        refuse(
          "INVALID_ARGUMENT",
          "the list is derived from another one, and cannot be changed; make a follower of that one",
        );
      return source;
    })(...values);
    super(
      strict("Follower", () => wasm.diffable_follower_new(Handle.address(source)))(),
      wasm.diffable_follower_free,
      "companion",
    );
    this.#source = source;
  }

  /** Applies a document. Returns undefined if the follower has that version already, or if the call was queued. */
  receive(bytes) {
    const document = bytesIn(1, bytes);
    return DataSource.change(
      this.#source,
      wasm.diffable_follower_receive,
      () => putBytes(document),
      Handle.address(this),
    );
  }

  /** The version of the list that was received last. */
  version() {
    return readVersion(wasm.diffable_follower_version, this);
  }
}

makeStrict(Follower);
