// A list that several pages edit at the same time. Each page edits its own copy, and shows its edits at once. The list
// that the server sends is merged into this copy.
import { DataSource, difference, Follower, merge } from "/diffable/diffable.js";

export class SharedList {
  #source;
  #address;
  // The last list that the server has sent. If `source` differs from it, the edits were not sent or not confirmed yet.
  #received = new DataSource();
  #follower = new Follower(this.#received);
  #events;
  #isSending = false;
  #isMerging = false;
  // The transactions of this page that can be undone.
  #changes = [];

  // `onState` is called when `isConnected`, `canUndo` or `isSaved` may have changed.
  constructor(source, address, onState) {
    this.#source = source;
    this.#address = address;
    this.onState = onState;
    source.onApply((transaction) => {
      if (this.#isMerging) return;
      this.#changes.push(transaction);
      this.#changes.splice(0, this.#changes.length - 100);
      this.#send();
    });
    addEventListener("offline", () => this.disconnect());
    addEventListener("online", () => this.connect());
    this.connect();
  }

  get isConnected() {
    return this.#events !== undefined;
  }
  get canUndo() {
    return this.#changes.length > 0;
  }
  get isSaved() {
    return this.#source.snapshot().equals(this.#received.snapshot());
  }

  connect() {
    this.#events?.close();
    const events = new EventSource(`${this.#address}?version=${this.#follower.version()}`);
    this.#events = events;
    events.onmessage = ({ data }) => this.#receive(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    // Send the edits that were made without a connection.
    events.onopen = () => this.#send();
    this.onState();
  }

  disconnect() {
    this.#events?.close();
    this.#events = undefined;
    this.onState();
  }

  #receive(bytes) {
    const base = this.#received.snapshot();
    try {
      this.#follower.receive(bytes);
    } catch (error) {
      if (error.code !== "WRONG_VERSION") throw error;
      return this.connect(); // a message is missing
    }
    this.#merge(base, this.#source.snapshot(), this.#received.snapshot());
    this.#send();
  }

  // Merges two lists that were edited independently, both starting from `base`, and shows the result.
  #merge(base, mine, theirs, options) {
    this.#isMerging = true;
    try {
      this.#source.apply(merge(base, mine, theirs).snapshot, options);
    } finally {
      this.#isMerging = false;
    }
  }

  // Undoes the last change of this page, and keeps the changes that others have made since. To do so, it merges the
  // list before that change into the current list.
  undo() {
    const { initialSnapshot, finalSnapshot } = this.#changes.pop();
    this.#merge(finalSnapshot, initialSnapshot, this.#source.snapshot());
    this.#send();
  }

  async #send() {
    this.onState();
    if (this.#isSending || !this.isConnected || this.isSaved) return;
    this.#isSending = true;
    const version = this.#follower.version();
    try {
      const response = await fetch(this.#address, {
        method: "POST",
        body: difference(this.#received.snapshot(), this.#source.snapshot()).encode(),
      });
      if (!response.ok && response.status !== 409) throw new Error(`the server refused the list: ${response.status}`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // without a network, it is sent when the connection is open again
      return;
    } finally {
      this.#isSending = false;
    }
    // After an edit, the server sends a message to all pages. If the message to this page arrived before the response,
    // `#receive` could not send newer edits, because this request was still running. Send them now.
    if (this.#follower.version() !== version) this.#send();
  }
}
