import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { storageUnavailableReasonOf } from '../storage-unavailable.ts'
import { openPostgresPool, postgresDialect } from './driver.ts'

test('if a database accepts connections but never answers, a thousand queries wait and others are refused', async () => {
  const silent = createServer()
  const sockets: Socket[] = []
  silent.on('connection', (socket) => sockets.push(socket))
  const connected = once(silent, 'connection')
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const pool = openPostgresPool(`postgres://nobody@127.0.0.1:${port}/nothing`, { max: 1 })
  const db = new Kysely<never>({ dialect: postgresDialect(pool) })
  const request = () =>
    sql`select 1`.execute(db).then(
      () => 'answered',
      (error: Error) => `${storageUnavailableReasonOf(error)}: ${error.message}`,
    )
  const all = Array.from({ length: 1100 }, request)
  expect(await Promise.race(all)).toMatch(/^database: too many queries are already waiting/)
  await connected
  silent.close()
  for (const socket of sockets) socket.destroy()
  const told = await Promise.all(all)
  expect(told.filter((one) => one.includes('too many'))).toHaveLength(99)
  expect(told.every((one) => one.startsWith('database: '))).toBe(true)
  await db.destroy()
})
