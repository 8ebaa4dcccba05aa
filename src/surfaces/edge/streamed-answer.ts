import { Readable } from 'node:stream'
import { setImmediate as letOthersRun } from 'node:timers/promises'

/**
 * A response too long to be made at once: the others would wait for it, and it would be in memory as a whole. Sent in
 * parts, each made when the client has taken the one before.
 */
export class StreamedAnswer {
  readonly #parts: () => AsyncIterable<string>

  constructor(parts: () => AsyncIterable<string>) {
    this.#parts = parts
  }

  stream(): Readable {
    return Readable.from(withBreaks(this.#parts()), { objectMode: false, highWaterMark: 64 * 1024 })
  }
}

/** With SQLite, awaiting a query doesn't let other requests run. */
async function* withBreaks(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    yield Buffer.from(part)
    await letOthersRun()
  }
}
