import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../open.ts'
import { revisionGeneration } from '../synchronous-revisions.ts'
import { SqliteConnection, type Statement } from './connection.ts'

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-together-'))
  const db = await openDatabase({ dataDir: folder })
  onTestFinished(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })
  const names = async () => {
    const rows = await db.query.selectFrom('setting').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  }
  return { db, folder, names, together: db.commitTogether! }
}

const write = (name: string): Statement => ({
  sql: 'insert into setting (name, value, updated_at) values (?, ?, ?) returning name',
  parameters: [name, name, 0],
})
const mustNotBe = (name: string): Statement => ({
  sql: 'select 1 from setting where name = ?',
  parameters: [name],
  mustGive: 0,
})

test('each of many concurrent writes is atomic and fails on its own', async () => {
  const { together, names } = await open()
  const outcomes = await Promise.allSettled([
    together([write('a'), write('b')]),
    together([write('c'), write('a')]),
    together([write('d'), mustNotBe('b')]),
    together([mustNotBe('e'), write('e')]),
    together([write('f'), { sql: 'select nonsense', parameters: [] }]),
    together([write('g')]),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(outcomes[0]).toMatchObject({ value: [[{ name: 'a' }], [{ name: 'b' }]] })
  // Overtaken: nothing of it is there, and whoever asked may try again.
  expect(outcomes[2]).toMatchObject({ value: undefined })
  expect(await names()).toEqual(['a', 'b', 'e', 'g'])
})

test('grouped writes take turns with other transactions', async () => {
  const { db, together, names } = await open()
  const held = Promise.withResolvers<void>()
  const long = db.transaction(async (tx) => {
    await tx.insertInto('setting').values({ name: 'long', value: '', updated_at: 0 }).execute()
    await held.promise
    throw new Error('rolled back')
  })
  const small = Array.from({ length: 120 }, (_, n) => together([write(`small ${String(n).padStart(3, '0')}`)]))
  held.resolve()
  await expect(long).rejects.toThrow('rolled back')
  await Promise.all(small)
  expect(await names()).toHaveLength(120)
})

test('a connection that waits for the lock of another one gets it, and nothing is lost', async () => {
  const { folder, together, names } = await open()
  const other = new SqliteConnection(join(folder, 'lectern.db'), { readOnly: false })
  other.run('begin immediate', [])
  other.run('insert into setting (name, value, updated_at) values (?, ?, ?)', ['other', '', 0])
  const waiting = [together([write('first')]), together([write('second')])]
  other.run('commit', [])
  other.close()
  await Promise.all(waiting)
  expect(await names()).toEqual(['first', 'other', 'second'])
})

test('while another connection holds the lock, this thread is not blocked', async () => {
  const { folder, together, names } = await open()
  const other = new SqliteConnection(join(folder, 'lectern.db'), { readOnly: false })
  other.run('begin immediate', [])
  const written = together([write('late')])
  // The lock is only let go of if this thread still turns.
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 50))
  other.run('commit', [])
  other.close()
  await written
  // Whoever waits for the lock in this thread does so for fifteen seconds.
  expect(performance.now() - began).toBeLessThan(12_000)
  expect(await names()).toEqual(['late'])
})

test('a group commit on the read connection changes the revision, any other write there is refused', async () => {
  const { db, together, names } = await open()
  const before = revisionGeneration(db)
  await together([write('one')])
  expect(revisionGeneration(db)).not.toBe(before)
  const slip = db.query.insertInto('setting').values({ name: 'two', value: '', updated_at: 0 })
  await expect(slip.execute()).rejects.toThrow('reads')
  await expect(slip.returning('name').execute()).rejects.toThrow('reads')
  expect(await names()).toEqual(['one'])
  expect(await together([write('three'), mustNotBe('one')])).toBeUndefined()
  await expect(together([write('one')])).rejects.toThrow('UNIQUE')
  expect(await names()).toEqual(['one'])
})
