import { hash } from 'node:crypto'

/** An answer as it goes out. */
export interface Written {
  /** A long one as bytes: whoever gets it next need not wait until its text is turned into UTF-8 again. */
  readonly body: string | Buffer
  /** Changes with the text. */
  revision(): string
}

const once = new WeakMap<object, Written | undefined>()

/** Says that an answer is given to many requests and never changed: it is turned into text with the first of them. */
export function writeOnce<Answer extends object>(answer: Answer): Answer {
  if (!once.has(answer)) once.set(answer, undefined)
  return answer
}

/** What an answer and its text take in memory, about: the objects of a list are twice its text. */
export function sizeOf(answer: object): number {
  return writtenOf(answer).body.length * 3
}

/** JSON goes out by plain `JSON.stringify`, which beats a compiled serializer on this runtime. */
export function writtenOf(answer: unknown): Written {
  if (typeof answer !== 'object' || answer === null) return write(answer)
  const known = once.get(answer)
  if (known) return known
  const written = write(answer)
  if (once.has(answer)) once.set(answer, written)
  return written
}

function write(answer: unknown): Written {
  const text = JSON.stringify(answer)
  // A short one goes out in one piece with its head, as text.
  const body = text.length > SHORT ? Buffer.from(text) : text
  let revision: string | undefined
  return {
    body,
    revision() {
      revision ??= hash('sha1', body, 'base64url')
      return revision
    },
  }
}

const SHORT = 2000
