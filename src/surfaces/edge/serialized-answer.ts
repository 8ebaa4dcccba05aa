import { hash } from 'node:crypto'

/** A response as it is sent. */
export class SerializedAnswer {
  readonly body: string | Buffer
  #revision: string | undefined

  /**
   * A long response for many requests is stored as bytes: then its text needn't be encoded as UTF-8 again each time.
   */
  constructor(answer: unknown, isForMany = false) {
    const text = JSON.stringify(answer)
    // A short one is sent in one piece with its head, as text.
    this.body = isForMany && text.length > SHORT ? Buffer.from(text) : text
  }

  /** Changes with the text. */
  revision(): string {
    this.#revision ??= hash('sha1', this.body, 'base64url')
    return this.#revision
  }
}

const SHORT = 2000

/** Holds the text of a response to many requests, from the first of them on. */
const WRITTEN = Symbol('written')

interface Shared {
  [WRITTEN]?: SerializedAnswer | undefined
}

/** Marks a response as shared by many requests and never changed: it is serialised with the first of them. */
export function serializeOnce<Answer extends object>(answer: Answer): Answer {
  if (!(WRITTEN in answer)) Object.defineProperty(answer, WRITTEN, { value: undefined, writable: true })
  return answer
}

/** Plain `JSON.stringify`, which beats a compiled serialiser on this runtime. */
export function serializedAnswerOf(answer: unknown): SerializedAnswer {
  if (answer instanceof SerializedAnswer) return answer
  if (typeof answer !== 'object' || answer === null || !(WRITTEN in answer)) return new SerializedAnswer(answer)
  const shared = answer as Shared
  shared[WRITTEN] ??= new SerializedAnswer(answer, true)
  return shared[WRITTEN]
}
