import { isFromWrongClock } from '../clock-tolerance.ts'
import type { Db } from '../open.ts'
import { writeKeysLastUsed } from './write.ts'

export type KeyUse = [id: number, used: number]

/**
 * The last use of each key. Exact in this process immediately, and shortly after in others on the same database.
 * Written to the database at most once a minute per key, because an app that pages through a book would otherwise write
 * a hundred times.
 */
export class KeyLastUsedTimes {
  readonly #db: Pick<Db, 'query' | 'transaction' | 'commitTogether'>
  readonly #every: number
  readonly #uses = new Map<number, { used: number; written: number }>()
  readonly #onError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()
  #soon = false
  #unshared: Set<number> | undefined
  #sharing: NodeJS.Timeout | undefined
  #share: ((uses: KeyUse[]) => void) | undefined

  constructor(
    db: Pick<Db, 'query' | 'transaction' | 'commitTogether'>,
    onError: (error: unknown) => void = () => {},
    every = 60_000,
  ) {
    this.#db = db
    this.#onError = onError
    this.#every = every
    this.#timer = setInterval(() => void this.flush(Date.now() - every), Math.max(10, every / 4)).unref()
  }

  /** `written` is the stored time when the key was read. */
  touch(keyId: number, now: number, written: number | null): void {
    let use = this.#uses.get(keyId)
    if (use) use.used = now
    else {
      use = { used: now, written: written ?? 0 }
      this.#uses.set(keyId, use)
    }
    if (this.#unshared) this.#shareSoon(keyId, this.#unshared)
    if ((now - use.written < this.#every && !isFromWrongClock(use.written, now)) || this.#soon) return
    // Keys used at the same time are written together, and their requests don't wait.
    this.#soon = true
    setImmediate(() => {
      this.#soon = false
      void this.flush(Date.now() - this.#every)
    })
  }

  /** Sends key uses to the other servers; theirs arrive through `receive`. */
  shareUses(share: (uses: KeyUse[]) => void): void {
    this.#share = share
    this.#unshared = new Set()
  }

  receive(uses: readonly KeyUse[]): void {
    for (const [id, used] of uses) {
      const known = this.#uses.get(id)
      // The process that used it stores it.
      if (known) known.used = Math.max(known.used, used)
      else this.#uses.set(id, { used, written: used })
    }
  }

  lastUsed(keyId: number, written: number | null): number | null {
    const used = this.#uses.get(keyId)?.used ?? 0
    if (used > 0 && isFromWrongClock(written ?? 0, used)) return used
    return Math.max(used, written ?? 0) || null
  }

  /** Writes uses that were last stored before this time; by default all. */
  flush(writtenBefore = Number.POSITIVE_INFINITY): Promise<void> {
    // One after the other, so that `close` waits for all of them.
    this.#writing = this.#writing.then(() => this.#write(writtenBefore))
    return this.#writing
  }

  async #write(writtenBefore: number): Promise<void> {
    const due = new Map<number, number>()
    for (const [id, use] of this.#uses) {
      const isWrong = isFromWrongClock(use.written, use.used)
      if (use.written > writtenBefore && !isWrong) continue
      if (use.used > use.written || isWrong) {
        due.set(id, use.used)
        use.written = use.used
      } else this.#uses.delete(id)
    }
    if (due.size === 0) return
    await writeKeysLastUsed(this.#db, due).catch(this.#onError)
  }

  #shareSoon(keyId: number, unshared: Set<number>): void {
    unshared.add(keyId)
    this.#sharing ??= setTimeout(() => {
      this.#sharing = undefined
      const uses = [...unshared].slice(0, MAX_SHARED).map((id): KeyUse => [id, this.#uses.get(id)?.used ?? 0])
      unshared.clear()
      this.#share?.(uses)
    }, SHARE_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    clearTimeout(this.#sharing)
    await this.flush()
  }
}

const SHARE_MS = 100
const MAX_SHARED = 200
