import type { Db } from '../src/store/open.ts'

/**
 * From now on each transaction is rolled back shortly before its end, and retried: as PostgreSQL does with one side of
 * a deadlock. Returns a function that stops it.
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
