import type { DescribedError, Statement, StatementOutcome, TransactionOutcome } from './connection.ts'
import type { TransactionQueue } from './driver.ts'

/** Resolves to the rows of every statement once they are committed; undefined if another writer was faster. */
export type CommitTogether = (statements: readonly Statement[]) => Promise<StatementOutcome['rows'][] | undefined>

interface Writer {
  anew(): void
  run(sql: string, parameters: readonly unknown[]): Promise<unknown>
  runTogether(transactions: readonly (readonly Statement[])[]): Promise<TransactionOutcome[]>
}

/** The connection of this thread; returns undefined if another connection is writing. */
interface Here {
  tryTogether(transactions: readonly (readonly Statement[])[]): TransactionOutcome[] | undefined
}

/**
 * Commits small transactions whose statements are known beforehand. All that arrive in one turn of the event loop, or
 * while others are being written, share a commit. No promise resolves before it.
 *
 * They are written on this thread if no one else is writing: passing them to the write thread and waking it takes
 * longer than writing them, and this connection's page cache stays valid. If the lock is taken, or the disk is slow,
 * the write thread waits for it, with one message for all.
 */
export function openGroupCommit(writer: Writer, turns: TransactionQueue, here: Here): CommitTogether {
  let waiting: Waiting[] = []
  let isUnderWay = false
  let writtenHere = 0
  let slowUntil = 0

  const take = (max: number): Waiting[] => {
    const group = waiting.slice(0, max)
    waiting = waiting.slice(max)
    return group
  }
  const resolveGroup = (group: readonly Waiting[], outcomes: readonly TransactionOutcome[]) => {
    for (const [index, { rows, error }] of outcomes.entries()) {
      if (error) group[index]!.reject(errorOf(error))
      else group[index]!.resolve(rows)
    }
  }
  /** Returns whether the commit was possible on this thread. */
  const commitHere = (): boolean => {
    const began = performance.now()
    if (began < slowUntil) return false
    const group = waiting.slice(0, MAX_HERE)
    let outcomes: TransactionOutcome[] | undefined
    try {
      outcomes = here.tryTogether(group.map(({ statements }) => statements))
    } catch (error) {
      take(MAX_HERE)
      for (const one of group) one.reject(error)
      return true
    }
    if (performance.now() - began > SLOW_MS) slowUntil = performance.now() + SLOW_FOR_MS
    if (!outcomes) return false
    take(MAX_HERE)
    resolveGroup(group, outcomes)
    writtenHere += 1
    if (writtenHere % CHECKPOINT_EVERY === 0) void checkpoint()
    return true
  }
  /** Checkpoints the log. That waits for the disk, so the write thread does it. */
  const checkpoint = async () => {
    const end = await turns.take()
    try {
      writer.anew()
      await writer.run('pragma wal_checkpoint(passive)', [])
    } catch {
      // The next checkpoint will do it.
    } finally {
      end()
    }
  }

  const commitAll = async () => {
    while (waiting.length > 0) {
      // Everything that has arrived by then joins the commit.
      await endOfTurn()
      if (commitHere()) continue
      const end = await turns.take()
      // Only once it's our turn: calls that arrived meanwhile join.
      const group = take(MAX_TOGETHER)
      try {
        writer.anew()
        const outcomes = await writer.runTogether(group.map(({ statements }) => statements))
        resolveGroup(group, outcomes)
      } catch (error) {
        for (const one of group) one.reject(error)
      } finally {
        end()
      }
    }
    isUnderWay = false
  }
  return (statements) =>
    new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject })
      if (isUnderWay) return
      isUnderWay = true
      void commitAll()
    })
}

interface Waiting {
  statements: readonly Statement[]
  resolve(rows: StatementOutcome['rows'][] | undefined): void
  reject(error: unknown): void
}

/** Few enough that other writers don't wait long for the lock. */
const MAX_TOGETHER = 50
/** Few enough that other requests wait only some milliseconds. */
const MAX_HERE = 16
/** Only a slow disk or a busy machine takes this long. */
const [SLOW_MS, SLOW_FOR_MS] = [250, 5000]
/** Each commit writes about ten pages to the log. */
const CHECKPOINT_EVERY = 400

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const errorOf = (described: DescribedError): Error => Object.assign(new Error(described.message), described)
