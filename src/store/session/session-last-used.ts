import type { Db } from '../open.ts'
import { recordSessionUse } from './write.ts'

interface Use {
  at: number
  address: string
  written: number
}

const lookEveryMs = 60_000
const writeEveryMs = 10 * 60_000
const maxKept = 10_000

/**
 * Time and address of each session's last use, to the minute. Written to the database every ten minutes: a browser that
 * turns pages would otherwise write with each page.
 */
export class SessionLastUsedTimes {
  readonly #db: Pick<Db, 'transaction'>
  readonly #onError: (error: unknown) => void
  readonly #uses = new Map<number, Use>()

  constructor(db: Pick<Db, 'transaction'>, onError: (error: unknown) => void = () => {}) {
    this.#db = db
    this.#onError = onError
  }

  /** The address is determined only when needed: finding it costs more than the rest of this. */
  touch(sessionId: number, now: number, findAddress: () => string): void {
    if (this.isTouched(sessionId, now)) return
    const known = this.#uses.get(sessionId)
    if (this.#uses.size >= maxKept) this.#uses.clear()
    const use = { at: now, address: findAddress(), written: known?.written ?? 0 }
    this.#uses.set(sessionId, use)
    if (Math.abs(now - use.written) < writeEveryMs) return
    use.written = now
    this.#db.transaction((tx) => recordSessionUse(tx, sessionId, use)).catch(this.#onError)
  }

  /** Whether `touch` would do nothing. */
  isTouched(sessionId: number, now: number): boolean {
    const known = this.#uses.get(sessionId)
    return known !== undefined && Math.abs(now - known.at) < lookEveryMs
  }

  lastSeen(sessionId: number): { at: number; address: string } | undefined {
    return this.#uses.get(sessionId)
  }
}
