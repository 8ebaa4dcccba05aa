import { hash } from 'node:crypto'

/** An answer as it goes out. */
export class SerializedAnswer {
  readonly body: string | Buffer
  #revision: string | undefined

  /** A long one for many is bytes: whoever gets it next need not wait until its text is turned into UTF-8 again. */
  constructor(answer: unknown, isForMany = false) {
    const text = JSON.stringify(answer)
    // A short one goes out in one piece with its head, as text.
    this.body = isForMany && text.length > SHORT ? Buffer.from(text) : text
  }

  /** Changes with the text. */
  revision(): string {
    this.#revision ??= hash('sha1', this.body, 'base64url')
    return this.#revision
  }
}

const SHORT = 2000

/** An answer that is given to many requests carries its text, from the first of them on. */
const WRITTEN = Symbol('written')

interface Shared {
  [WRITTEN]?: SerializedAnswer | undefined
}

/** Says that an answer is given to many requests and never changed: it is turned into text with the first of them. */
export function serializeOnce<Answer extends object>(answer: Answer): Answer {
  if (!(WRITTEN in answer)) Object.defineProperty(answer, WRITTEN, { value: undefined, writable: true })
  return answer
}

/** JSON goes out by plain `JSON.stringify`, which beats a compiled serializer on this runtime. */
export function serializedAnswerOf(answer: unknown): SerializedAnswer {
  if (answer instanceof SerializedAnswer) return answer
  if (typeof answer !== 'object' || answer === null || !(WRITTEN in answer)) return new SerializedAnswer(answer)
  const shared = answer as Shared
  shared[WRITTEN] ??= new SerializedAnswer(answer, true)
  return shared[WRITTEN]
}
