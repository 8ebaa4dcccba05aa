import { rememberAsked } from '../../images/asked-again.ts'
import type { Db } from '../../store/open.ts'
import { writeOnce, writtenOf } from './written.ts'

/**
 * Answers that were given before, for whoever asks the same. Each stands under a name that moves with everything the
 * answer depends on, so none can be old: what nobody can ask for any more is pushed out by what is asked for now.
 *
 * Kept is what is asked for a second time. Most questions are put once, and to keep their answers costs more than to make
 * them: they outlive the young part of the heap, and the collector has to walk after them.
 */
export class KeptAnswers {
  readonly #mostBytes: number
  readonly #answers = new Map<string, { answer: object; bytes: number }>()
  #bytes = 0
  readonly #making = new Map<string, Promise<unknown>>()
  readonly #isAskedAgain = rememberAsked(MOST_NAMES)

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

  /** The answer as it was kept, or as it is made now. `pack` gives it the form in which it is kept. */
  async take<Answer>(name: string, make: () => Promise<Answer>, pack: (made: Answer) => Packed): Promise<Answer> {
    // It may hold the whole body of a search: a thousand of those would take more room than all that is kept.
    if (name.length > LONGEST_NAME) return make()
    const known = this.get(name)
    if (known) return known as Answer
    const isAskedAgain = this.#isAskedAgain(name)
    const made = await this.#makeOnce(name, make)
    if (isAskedAgain) {
      const { answer, bytes } = pack(made)
      this.keep(name, answer, bytes)
    }
    return made
  }

  /** Whoever asks for the same while it is made waits for it: after a change many do. */
  async #makeOnce<Answer>(name: string, make: () => Promise<Answer>): Promise<Answer> {
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

interface Packed {
  answer: object
  bytes: number
}

const MOST_BYTES = 16_000_000
const MOST_NAMES = 1000
const LONGEST_NAME = 10_000
const kept = new WeakMap<Db, KeptAnswers>()

/** One room for the answers of all surfaces. */
export function keptAnswers(db: Db): KeptAnswers {
  const known = kept.get(db) ?? new KeptAnswers(MOST_BYTES)
  kept.set(db, known)
  return known
}

/** Of what an answer was made may go: its text is kept. */
export function keeping<Answer extends object | null>(
  db: Db,
  name: string,
  make: () => Promise<Answer>,
): Promise<Answer> {
  return keptAnswers(db).take(name, make, (made) => {
    const answer = writtenOf(made && writeOnce(made))
    return { answer, bytes: answer.body.length }
  })
}
