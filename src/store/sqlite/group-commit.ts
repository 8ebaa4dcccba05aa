import type { DescribedError, Statement, StatementOutcome, TransactionOutcome } from './connection.ts'
import type { TransactionQueue } from './driver.ts'

/** Gives the rows of every statement once they are committed; undefined if somebody was faster. */
export type CommitTogether = (statements: readonly Statement[]) => Promise<StatementOutcome['rows'][] | undefined>

interface Writer {
  anew(): void
  run(sql: string, parameters: readonly unknown[]): Promise<unknown>
  runTogether(transactions: readonly (readonly Statement[])[]): Promise<TransactionOutcome[]>
}

/** The connection of this thread; undefined if somebody else writes at the moment. */
interface Here {
  tryTogether(transactions: readonly (readonly Statement[])[]): TransactionOutcome[] | undefined
}

/**
 * Small transactions whose statements are known beforehand. All that come in one turn of the event loop share a commit, and so
 * do all that come while others are written. Nobody is answered before it.
 *
 * They are written here if nobody else writes: to hand them to the thread that writes, and to wake it, takes longer than to
 * write them, and what the connection of this thread keeps of the file stays good. Where the lock is taken, or the disk is
 * slow, that thread waits for it, in one message for all.
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
  const tell = (group: readonly Waiting[], outcomes: readonly TransactionOutcome[]) => {
    for (const [index, { rows, error }] of outcomes.entries()) {
      if (error) group[index]!.reject(errorOf(error))
      else group[index]!.resolve(rows)
    }
  }
  /** Whether it could be done here. */
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
    tell(group, outcomes)
    writtenHere += 1
    if (writtenHere % CHECKPOINT_EVERY === 0) void checkpoint()
    return true
  }
  /** Brings the log into the file. The disk is waited for, so the other thread does it. */
  const checkpoint = async () => {
    const end = await turns.take()
    try {
      writer.anew()
      await writer.run('pragma wal_checkpoint(passive)', [])
    } catch {
      // The next one does it.
    } finally {
      end()
    }
  }

  const commitAll = async () => {
    while (waiting.length > 0) {
      // All that has arrived by now belongs to it.
      await endOfTurn()
      if (commitHere()) continue
      const end = await turns.take()
      // Not before the turn came: whoever asks meanwhile is in time.
      const group = take(MAX_TOGETHER)
      try {
        writer.anew()
        const outcomes = await writer.runTogether(group.map(({ statements }) => statements))
        tell(group, outcomes)
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

/** So few that nobody else waits long for the lock. */
const MAX_TOGETHER = 50
/** So few that nobody who asks for something else waits for more than some milliseconds. */
const MAX_HERE = 16
/** So long only a disk takes, or a machine that has many other things to do. */
const [SLOW_MS, SLOW_FOR_MS] = [250, 5000]
/** Each writes some ten pages into the log. */
const CHECKPOINT_EVERY = 400

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const errorOf = (described: DescribedError): Error => Object.assign(new Error(described.message), described)
