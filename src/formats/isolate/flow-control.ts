/**
 * Lets the reading thread wait for the thread that consumes its bytes: unpacking is one long blocking call, so it can't
 * wait for messages, only on shared memory.
 */
export class FlowControl {
  readonly shared: SharedArrayBuffer
  readonly #cells: Int32Array

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.shared = shared
    this.#cells = new Int32Array(shared)
  }

  /** Called by the reader after sending bytes; blocks while too many are outstanding. False when no more are wanted. */
  sent(bytes: number): boolean {
    Atomics.add(this.#cells, OUTSTANDING, kilobytes(bytes))
    for (;;) {
      if (Atomics.load(this.#cells, STOPPED) === 1) return false
      const outstanding = Atomics.load(this.#cells, OUTSTANDING)
      if (outstanding <= MAX_OUTSTANDING_KIB) return true
      Atomics.wait(this.#cells, OUTSTANDING, outstanding, 1000)
    }
  }

  /** Called by the consumer after processing bytes. */
  taken(bytes: number): void {
    Atomics.sub(this.#cells, OUTSTANDING, kilobytes(bytes))
    Atomics.notify(this.#cells, OUTSTANDING)
  }

  stop(): void {
    Atomics.store(this.#cells, STOPPED, 1)
    Atomics.notify(this.#cells, OUTSTANDING)
  }
}

const OUTSTANDING = 0
const STOPPED = 1
/** 64 MiB in transit are enough to keep both sides busy. */
const MAX_OUTSTANDING_KIB = 64 * 1024

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024)
}
