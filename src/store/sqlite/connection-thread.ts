import { parentPort, workerData } from 'node:worker_threads'
import { describeError, SqliteConnection, type Statement } from './connection.ts'

/** The worker side of a threaded connection: runs one query after the other and posts back the results. */
const { file, readOnly } = workerData as { file: string; readOnly: boolean }
const connection = new SqliteConnection(file, { readOnly })

type Order = { id: number } & ({ sql: string; parameters: unknown[] } | { transactions: Statement[][] })

parentPort!.on('message', (message: Order | 'close') => {
  if (message === 'close') {
    connection.close()
    parentPort!.close()
    return
  }
  try {
    const outcome =
      'sql' in message ? connection.run(message.sql, message.parameters) : connection.runTogether(message.transactions)
    parentPort!.postMessage({ id: message.id, outcome })
  } catch (error) {
    parentPort!.postMessage({ id: message.id, error: describeError(error) })
  }
})
