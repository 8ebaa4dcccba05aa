import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../open.ts'
import { storageUnavailableReasonOf } from '../storage-unavailable.ts'
import { BEGIN_IMMEDIATE } from './connection.ts'
import { ThreadedConnection } from './threaded-connection.ts'

test.each([true, false])('a thread that ended is started again, at once if it only reads (%s)', async (readOnly) => {
  const connection = new ThreadedConnection(join(folder(), 'later/lectern.db'), { readOnly })
  const request = () => connection.run('select 1 as one', []).then(({ rows }) => rows[0]?.one)
  await expect(request()).rejects.toThrow('unable to open')
  mkdirSync(join(made.at(-1)!, 'later'))
  if (!readOnly) {
    await expect(request()).rejects.toThrow('unable to open')
    connection.anew()
  }
  expect(await request()).toBe(1)
  await connection.close()
  connection.anew()
  await expect(request()).rejects.toThrow('closed')
})

test('a thread that dies during a transaction leaves nothing of it, and the next transaction succeeds', async () => {
  const db = await openDatabase({ dataDir: folder() })
  onTestFinished(() => db.close())
  const write = (value: string) => sql`insert into setting (name, value, updated_at) values (${value}, ${value}, 0)`
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve))
  const torn = db.transaction(async (tx) => {
    await write('before').execute(tx)
    await (await started).terminate()
    // The rest of it, whose beginning is lost: on a new thread it would be kept without it.
    await write('after')
      .execute(tx)
      .catch(() => {})
    await write('late').execute(tx)
  })
  const queued = db.transaction((tx) => write('queued').execute(tx))
  const failure = await torn.catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: expect.stringContaining('the database thread has ended') })
  expect(storageUnavailableReasonOf(failure)).toBe('database')
  await queued
  await db.transaction((tx) => write('next').execute(tx))
  const { rows } = await sql<{ name: string }>`select name from setting order by name`.execute(db.query)
  expect(rows.map(({ name }) => name)).toEqual(['next', 'queued'])
})

test.each([true, false])('an idle thread ends, and the next query starts another (%s)', async (readOnly) => {
  const connection = new ThreadedConnection(join(folder(), 'lectern.db'), { readOnly, restMs: 1 })
  const next = () => new Promise<Worker>((resolve) => process.once('worker', resolve))
  for (let round = 0; round < 2; round++) {
    const started = next()
    expect((await connection.run('select 1 as one', [])).rows).toEqual([{ one: 1 }])
    await once(await started, 'exit')
  }
  await connection.close()
})

test('a thread with an open transaction does not end when idle', async () => {
  const connection = new ThreadedConnection(join(folder(), 'lectern.db'), { readOnly: false, restMs: 1 })
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve))
  await connection.run('create table noted (name text)', [])
  await connection.run(BEGIN_IMMEDIATE, [])
  const ended = vi.fn()
  const worker = await started
  worker.once('exit', ended)
  await connection.run('insert into noted values (?)', ['one'])
  await sleep(100)
  const { rows } = await connection.run('select name from noted', [])
  expect(rows).toEqual([{ name: 'one' }])
  expect(ended).not.toHaveBeenCalled()
  await connection.run('commit', [])
  await expect.poll(() => ended.mock.calls.length).toBe(1)
  expect((await connection.run('select name from noted', [])).rows).toEqual([{ name: 'one' }])
  await connection.close()
})

const made: string[] = []

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lectern-threaded-'))
  made.push(path)
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}
