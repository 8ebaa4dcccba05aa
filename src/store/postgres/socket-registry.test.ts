import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openTcpProxy } from '../../../test/tcp-proxy.ts'
import { openDatabase } from '../open.ts'
import { storageUnavailableReasonOf } from '../storage-unavailable.ts'

async function openThroughProxy() {
  const url = new URL(inject('postgresUrl'))
  const way = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  onTestFinished(() => way.close())
  url.port = String(way.port)
  return { way, db: await openDatabase({ url: url.href, dataDir: '', migrate: false, writes: 'inline' }) }
}

const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => storageUnavailableReasonOf(error),
  )

test('closing does not wait for a silent database, on postgres', async () => {
  const { way, db } = await openThroughProxy()
  await sql`select 1`.execute(db.query)
  way.freeze()
  // More than there are connections: some are open, some are about to be, and some wait for one.
  const asked = Array.from({ length: 8 }, () => outcome(sql`select 1`.execute(db.query)))
  const written = outcome(db.transaction((tx) => sql`select 1`.execute(tx)))
  db.hurry!(100)
  expect(new Set(await Promise.all([...asked, written]))).toEqual(new Set(['database']))
  expect(await outcome(sql`select 1`.execute(db.slowQuery))).toBe('database')
  await db.close()
})

test('closing waits for a database that answers, on postgres', async () => {
  const { db } = await openThroughProxy()
  const long = outcome(sql`select pg_sleep(0.4)`.execute(db.query))
  db.hurry!(200)
  expect(await long).toBe('answered')
  await db.close()
})
