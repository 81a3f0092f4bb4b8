// A list that several pages edit at the same time. Each page edits its own list, and sees that at once. What the server
// sends is merged into it.
import { DataSource, difference, Follower, merge } from "/diffable/diffable.js";

export class SharedList {
  #source;
  #address;
  // The list of the server, as far as this page knows it. What `source` has more was not sent yet, or not confirmed.
  #received = new DataSource();
  #follower = new Follower(this.#received);
  #events;
  #isSending = false;
  #isMerging = false;
  // The changes of this page that can be undone: transactions.
  #changes = [];

  // `onState` is called when something changed that buttons show.
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
    // What was edited without a connection.
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

  // Shows what follows from two lists that were made from a third one.
  #merge(base, mine, theirs, options) {
    this.#isMerging = true;
    try {
      this.#source.apply(merge(base, mine, theirs).snapshot, options);
    } finally {
      this.#isMerging = false;
    }
  }

  // Undoes the last change of this page, and keeps what others changed since: it merges the list before that change
  // into the list of now.
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
    // The server answers an edit with a message, also to this page. If that came first, there may be more to send.
    if (this.#follower.version() !== version) this.#send();
  }
}
