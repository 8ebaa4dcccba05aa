import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../test/rows.ts'
import { sqliteSchemaTypes } from './dialect/schema-types.ts'
import { migrations } from './migrations/index.ts'
import { databaseFile, openDatabase } from './open.ts'

onBothDatabases((open) => {
  it('never reuses the id of a deleted row', async () => {
    const { db } = await open()
    await db.transaction(async (tx) => {
      const user = await makeUser(tx)
      const library = await makeLibrary(tx)
      const series = await makeSeries(tx, library)
      const book = await makeBook(tx, series)
      for (const [table, row] of [
        ['book', book],
        ['series', series],
        ['library', library],
        ['user', user],
      ] as const)
        await tx.deleteFrom(table).where('id', '=', row.id).execute()
      const again = await makeLibrary(tx)
      const seriesAgain = await makeSeries(tx, again)
      expect(again.id).toBeGreaterThan(library.id)
      expect(seriesAgain.id).toBeGreaterThan(series.id)
      expect((await makeBook(tx, seriesAgain)).id).toBeGreaterThan(book.id)
      expect((await makeUser(tx)).id).toBeGreaterThan(user.id)
    })
  })
})

it('upgrades every table of a SQLite database that an earlier version created', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-ids-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const before = migrations.filter(({ name }) => name !== 'ids-once')
  const old = new DatabaseSync(databaseFile(dataDir))
  old.exec('create table migration (number integer primary key, name text, applied_at integer)')
  for (const { number, name, statements } of before) {
    if (number > migrations.find((one) => one.name === 'ids-once')!.number) continue
    for (const statement of statements({ ...sqliteSchemaTypes, id: 'integer primary key' })) old.exec(statement)
    old.prepare('insert into migration values (?, ?, 0)').run(number, name)
  }
  old.exec(`insert into sharing_tag (uid, name, name_key, created_at, updated_at) values (x'00', 'a', 'a', 1, 1)`)
  old.close()
  const db = await openDatabase({ dataDir, writes: 'inline' })
  onTestFinished(() => db.close())
  const file = new DatabaseSync(databaseFile(dataDir))
  onTestFinished(() => file.close())
  const tables = file.prepare(`select name, sql from sqlite_master where type = 'table'`).all() as {
    name: string
    sql: string
  }[]
  // A passage's id is made of its book's, which is given once.
  const numbered = tables.filter(({ name, sql }) => name !== 'book_text' && /[ (]id integer primary key/.test(sql))
  expect(numbered.length).toBeGreaterThan(15)
  expect(
    numbered.filter(({ sql }) => !sql.includes('id integer primary key autoincrement')).map(({ name }) => name),
  ).toEqual([])
  expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const add = () =>
    Number(
      file
        .prepare(`insert into sharing_tag (uid, name, name_key, created_at, updated_at) values (x'01', 'b', 'b', 1, 1)`)
        .run().lastInsertRowid,
    )
  const first = add()
  file.exec(`delete from sharing_tag where name = 'b'`)
  expect(add()).toBe(first + 1)
})
