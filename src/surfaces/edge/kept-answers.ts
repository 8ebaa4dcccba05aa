import type { Db } from '../../store/open.ts'
import { writeOnce, writtenOf } from './written.ts'

/**
 * Answers that were given before, for whoever asks the same. Each stands under a name that moves with everything the
 * answer depends on, so none can be old: what nobody can ask for any more is pushed out by what is asked for now.
 */
export class KeptAnswers {
  readonly #mostBytes: number
  readonly #answers = new Map<string, { answer: object; bytes: number }>()
  #bytes = 0
  readonly #making = new Map<string, Promise<unknown>>()

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(name: string): object | undefined {
    const known = this.#answers.get(name)
    if (!known) return undefined
    this.#answers.delete(name)
    this.#answers.set(name, known)
    return known.answer
  }

  /** One that would take a tenth of the room for itself is not kept: who asks for everything asks once. */
  keep(name: string, answer: object, bytes: number): void {
    const all = bytes + name.length
    if (all > this.#mostBytes / 10) return
    this.#forget(name)
    this.#answers.set(name, { answer, bytes: all })
    this.#bytes += all
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#forget(oldest)
    }
  }

  /** Whoever asks for the same while it is made waits for it: after a change many do. */
  async once<Answer>(name: string, make: () => Promise<Answer>): Promise<Answer> {
    const underWay = this.#making.get(name)
    if (underWay) return underWay as Promise<Answer>
    const making = make()
    this.#making.set(name, making)
    try {
      return await making
    } finally {
      this.#making.delete(name)
    }
  }

  #forget(name: string): void {
    this.#bytes -= this.#answers.get(name)?.bytes ?? 0
    this.#answers.delete(name)
  }
}

const MOST_BYTES = 16_000_000
const kept = new WeakMap<Db, KeptAnswers>()

/** One room for the answers of all surfaces. */
export function keptAnswers(db: Db): KeptAnswers {
  const known = kept.get(db) ?? new KeptAnswers(MOST_BYTES)
  kept.set(db, known)
  return known
}

/** Gives the answer of this name as it was written before, or makes it and keeps its text: what it was made of may go. */
export async function keeping<Answer>(db: Db, name: string, make: () => Promise<Answer>): Promise<Answer> {
  const answers = keptAnswers(db)
  const known = answers.get(name)
  if (known) return known as Answer
  return answers.once(name, async () => {
    const made = await make()
    if (typeof made === 'object' && made !== null) {
      const written = writtenOf(writeOnce(made))
      answers.keep(name, written, written.body.length)
    }
    return made
  })
}
