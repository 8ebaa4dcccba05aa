import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds, onBothDatabases, openTestDatabase } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { listBooks } from '../book/list.ts'
import { listFileOperations, logFileOperation } from '../file-operation/file-operation-log.ts'
import type { Db } from '../open.ts'
import { findPlugin } from '../plugin/read.ts'
import { insertPlugin, type PluginFields } from '../plugin/write.ts'
import { newUid } from '../uid.ts'
import { seesEverything } from '../visibility/visible-classes.ts'
import { readAllRows } from './read-rows.ts'
import { isDatabaseEmpty, restoreRows } from './restore-rows.ts'
import { decodeRowsFromJsonLines, encodeRowsAsJsonLines } from './rows-as-json-lines.ts'
import { splitStreamIntoLines } from './split-stream-into-lines.ts'
import { backedUpTables, tablesNotBackedUp } from './tables-in-restore-order.ts'

const header = { format: 'lectern-backup', version: 1, schema: 6, createdAt: '2026-01-01T00:00:00.000Z' } as const

async function fill(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await makeUser(tx, { username: 'Ünïcode\u2028' })
    const series = await makeSeries(tx, await makeLibrary(tx))
    const book = await makeBook(tx, series)
    const { id, ...same } = book
    const others = Array.from({ length: 1100 }, (_, n) => ({ ...same, uid: newUid(), path: `${n}`, number: n + 0.5 }))
    for (let at = 0; at < others.length; at += 100) {
      await tx
        .insertInto('book')
        .values(others.slice(at, at + 100))
        .execute()
    }
    await tx
      .insertInto('book_pages')
      .values({ book_id: book.id, pages: new Uint8Array([0, 1, 255]) })
      .execute()
    await tx
      .insertInto('user_preference')
      .values({ user_id: user.id, name: 'a', value: '"\\u0000"', updated_at: 1 })
      .execute()
  })
}

async function everything(db: Db): Promise<string> {
  const lines: string[] = []
  for await (const line of encodeRowsAsJsonLines(header, readAllRows(db))) lines.push(line)
  return lines.join('')
}

/** As from a file: in chunks that end anywhere. */
async function* linesOf(text: string): AsyncGenerator<string> {
  yield* splitStreamIntoLines(chunksOf(Buffer.from(text), 1001))
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

onBothDatabases((open, kind) => {
  let filled: string
  beforeAll(async () => {
    const { db } = await open()
    await fill(db)
    filled = await everything(db)
  })

  it('is restored exactly, into either database', async () => {
    for (const target of databaseKinds()) {
      const other = await openTestDatabase(target)
      expect(await isDatabaseEmpty(other.db)).toBe(true)
      await restoreRows(other.db, () => decodeRowsFromJsonLines(linesOf(filled), () => {}))
      expect(await everything(other.db)).toBe(filled)
      const made = await other.db.transaction((tx) => makeUser(tx))
      expect(made.id).toBeGreaterThan(1)
      await other.drop()
    }
  })

  it('restores the search index', async () => {
    const { db } = await open()
    await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx), { title: 'Zanzibar' })
      const book = await makeBook(tx, series, { title: 'Dune' })
      const facts = JSON.stringify({ characters: ['Chani'] })
      await tx.insertInto('book_meta').values({ book_id: book.id, facts }).execute()
    })
    const saved = await everything(db)
    for (const target of databaseKinds()) {
      const other = await openTestDatabase(target)
      await restoreRows(other.db, () => decodeRowsFromJsonLines(linesOf(saved), () => {}))
      const viewer = {
        userId: 1,
        uid: '',
        username: '',
        role: 'admin',
        permissions: new Set(),
        sees: seesEverything,
        via: 'jwt',
      } as const
      const found = await listBooks(other.db, viewer as never, { search: 'zanz dune' }, { limit: 10, offset: 0 })
      expect(found.data.map((book) => book.title)).toEqual(['Dune'])
      const filter = { facet: 'character', test: { op: 'is', value: 'chani' } } as const
      expect(await listBooks(other.db, viewer as never, { filter }, { limit: 10, offset: 0 })).toMatchObject({
        total: 1,
      })
      await other.drop()
    }
  })

  it('keeps uploaded pictures', async () => {
    const pictures = async function* () {
      yield new Uint8Array([1, 2, 3])
    }
    const lines: string[] = []
    for await (const line of encodeRowsAsJsonLines(header, (async function* () {})(), pictures())) lines.push(line)
    const kept: number[][] = []
    for await (const _ of decodeRowsFromJsonLines(
      linesOf(lines.join('')),
      () => {},
      async (bytes) => kept.push([...bytes]),
    ));
    expect(kept).toEqual([[1, 2, 3]])
  })

  it('restores plugins with an unknown state', async () => {
    const { db } = await open()
    await fill(db)
    const none = { description: null, packageDir: null, secrets: null, manifest: null, reviewedAt: null }
    const unlimited = { rateLimit: null, timeoutSeconds: null, logLevel: null }
    const some: Omit<PluginFields, 'displayName' | 'isEnabled'> = {
      ...none,
      ...unlimited,
      ...{ permissions: [], scopes: [], libraryUids: [], config: {}, settings: {}, args: [] },
      ...{ origin: { kind: 'command' }, command: 'node', pluginType: 'system', credentialDelivery: 'both' },
    }
    await db.transaction(async (tx) => {
      for (const name of ['on', 'off'])
        await insertPlugin(tx, name, { ...some, displayName: name, isEnabled: name === 'on' }, 1)
      const claimed = { health: 'healthy', owner: 'another', owner_until: 1e12 }
      await tx.updateTable('plugin').set(claimed).where('is_enabled', '=', 1).execute()
      await tx.updateTable('plugin').set({ health: 'disabled' }).where('is_enabled', '=', 0).execute()
    })
    const text = await everything(db)
    await restoreRows(db, () => decodeRowsFromJsonLines(linesOf(text), () => {}), { replace: true })
    expect(await findPlugin(db, { name: 'on' })).toMatchObject({ health: 'unknown', owner: null })
    expect((await findPlugin(db, { name: 'off' }))?.health).toBe('disabled')
  })

  it('leaves nothing behind if the backup ends early', async () => {
    const other = await openTestDatabase(kind)
    const broken = filled.slice(0, Math.floor(filled.length / 2))
    await expect(restoreRows(other.db, () => decodeRowsFromJsonLines(linesOf(broken), () => {}))).rejects.toThrow()
    expect(await isDatabaseEmpty(other.db)).toBe(true)
    await other.drop()
  })

  it('restores rows of tables that were renamed since', async () => {
    const { db } = await open()
    await db.transaction((tx) =>
      logFileOperation(tx, { type: 'book_imported', bookUid: null, seriesUid: null, details: { name: 'a.cbz' } }),
    )
    const earlier = (await everything(db)).replace('"file_operation"', '"file_deed"')
    expect(earlier).toContain('"file_deed"')
    const other = await openTestDatabase(kind)
    await restoreRows(other.db, () => decodeRowsFromJsonLines(linesOf(earlier), () => {}))
    const operations = await listFileOperations(other.db, { limit: 10, offset: 0, oldestFirst: true })
    expect(operations.data.map(({ details }) => details)).toEqual([{ name: 'a.cbz' }])
    await other.drop()
  })

  it('restores columns that were renamed since', async () => {
    const { db } = await open()
    await db.transaction(async (tx) => {
      await makeSeries(tx, await makeLibrary(tx), { title: 'Renamed', fields_from_files: '["year"]' })
    })
    const earlier = (await everything(db)).replaceAll('"fields_from_files"', '"gleaned"')
    expect(earlier).toContain('"gleaned"')
    const other = await openTestDatabase(kind)
    await restoreRows(other.db, () => decodeRowsFromJsonLines(linesOf(earlier), () => {}))
    const found = await other.db.query.selectFrom('series').select('fields_from_files').where('title', '=', 'Renamed')
    expect(await found.execute()).toEqual([{ fields_from_files: '["year"]' }])
    await other.drop()
  })

  it('names every table of the schema', async () => {
    const { db } = await open()
    const found =
      kind === 'sqlite'
        ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'
            and name not like 'sqlite\\_%' escape '\\' and name not like '%\\_search\\_%' escape '\\'`.execute(db.query)
        : await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
            db.query,
          )
    const known = [...backedUpTables, ...tablesNotBackedUp, 'migration']
    expect(found.rows.map((row) => row.name).sort()).toEqual([...known].sort())
  })
})

describe('a backup file', () => {
  it('of something else is refused', async () => {
    const read = async (text: string) => {
      for await (const _ of decodeRowsFromJsonLines(linesOf(text), () => {}));
    }
    await expect(read('{"format":"zip"}\n')).rejects.toThrow(/not a Lectern backup/)
    await expect(read(`${JSON.stringify(header)}\n`)).rejects.toThrow(/incomplete/)
  })
})
