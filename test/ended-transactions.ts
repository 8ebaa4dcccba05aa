import type { Db } from '../src/store/open.ts'

/**
 * From now on each transaction is undone when it is nearly through, and tried again: as PostgreSQL does with one of two that
 * wait for each other. Answers how to stop that.
 */
export function endTransactionsOnce(db: Db): () => void {
  const { transaction } = db
  db.transaction = async (work) => {
    const ended = new Error('ended by the database')
    await transaction(async (tx) => {
      await work(tx)
      throw ended
    }).catch((error: unknown) => {
      if (error !== ended) throw error
    })
    return transaction(work)
  }
  return () => {
    db.transaction = transaction
  }
}
