import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './connection.ts'

/** The far end of a threaded connection: asks one question after the other and sends back what came of it. */
const { file, readOnly } = workerData as { file: string; readOnly: boolean }
const connection = new SqliteConnection(file, { readOnly })

parentPort!.on('message', (message: { id: number; sql: string; parameters: unknown[] } | 'close') => {
  if (message === 'close') {
    connection.close()
    parentPort!.close()
    return
  }
  try {
    parentPort!.postMessage({ id: message.id, outcome: connection.run(message.sql, message.parameters) })
  } catch (error) {
    parentPort!.postMessage({ id: message.id, error: describe(error) })
  }
})

function describe(error: unknown): { message: string; code?: string; errcode?: number } {
  const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
  return { message, code, errcode }
}
