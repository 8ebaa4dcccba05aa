import type { DescribedError, Outcome, Statement, TogetherOutcome } from './connection.ts'
import type { Turns } from './driver.ts'

/** Gives the rows of every statement once they are committed; undefined if somebody was faster. */
export type CommitTogether = (statements: readonly Statement[]) => Promise<Outcome['rows'][] | undefined>

interface Writer {
  anew(): void
  runTogether(transactions: readonly (readonly Statement[])[]): Promise<TogetherOutcome[]>
}

/**
 * Small transactions whose statements are known beforehand. Each is one message to the thread that writes instead of one for
 * every statement, and all that come while others are written share the next commit. Nobody is answered before it.
 */
export function openGroupCommit(writer: Writer, turns: Turns): CommitTogether {
  let waiting: Waiting[] = []
  let isUnderWay = false

  const commitAll = async () => {
    while (waiting.length > 0) {
      const end = await turns.take()
      // Not before the turn came: whoever asks meanwhile is in time.
      const group = waiting.slice(0, MOST_TOGETHER)
      waiting = waiting.slice(MOST_TOGETHER)
      try {
        writer.anew()
        const outcomes = await writer.runTogether(group.map(({ statements }) => statements))
        for (const [index, { rows, error }] of outcomes.entries()) {
          if (error) group[index]!.reject(errorOf(error))
          else group[index]!.resolve(rows)
        }
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
  resolve(rows: Outcome['rows'][] | undefined): void
  reject(error: unknown): void
}

/** So few that nobody else waits long for the lock. */
const MOST_TOGETHER = 50

const errorOf = (described: DescribedError): Error => Object.assign(new Error(described.message), described)
