import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { apiClient } from '../scripts/demo/server.ts'
import { migrations } from '../src/store/migrations/index.ts'
import { type Db, databaseFile, type OpenOptions, openDatabase } from '../src/store/open.ts'
import { databaseKinds, makeTestDatabase } from './databases.ts'
import { createPostgresDatabase } from './postgres.ts'
import { start, stopAll } from './processes.ts'

const root = join(import.meta.dirname, '..')
const kept = join(root, 'test', 'fixtures', 'databases')
const versions = globSync('*.sqlite.gz', { cwd: kept }).map((file) => basename(file, '.sqlite.gz'))
const leftovers: (() => Promise<void>)[] = []
afterAll(async () => {
  await stopAll()
  for (const remove of leftovers) await remove()
})

const cases = versions.flatMap((version) => databaseKinds().map((kind) => ({ version, kind })))

test.each(cases)('a $kind database of $version is upgraded, and nothing in it is lost', async ({ version, kind }) => {
  const options = await openKept(version, kind)
  const upgraded = await openDatabase(options)
  const { rows } = await sql<{ newest: number }>`select max(number) as newest from migration`.execute(upgraded.query)
  expect(Number(rows[0]?.newest)).toBe(migrations.at(-1)!.number)
  const fresh = await makeTestDatabase(kind)
  leftovers.push(fresh.drop)
  const made = await openDatabase(fresh.options)
  expect(await schemaOf(upgraded)).toEqual(await schemaOf(made))
  await made.close()
  await upgraded.close()

  const settings = { ADMIN__USERNAME: '', ADMIN__PASSWORD: '', ...(options.url && { DATABASE__URL: options.url }) }
  const { url, stop } = await start({ data: options.dataDir, settings })
  const request = apiClient(url)
  await request('POST', '/auth/login', { username: 'ada', password: 'a quiet reading room' })
  const books = await request<{ data: { id: string }[]; total: number }>('GET', '/books?sort=title,asc')
  const series = await request<{ data: { title: string }[]; total: number }>('GET', '/series')
  expect([books.total, series.total]).toEqual([8, 6])
  expect(series.data.map(({ title }) => title)).toContain('A title somebody wrote')
  const progress = await Promise.all(
    books.data
      .slice(0, 2)
      .map(({ id }) => request<{ currentPage: number; completed: boolean }>('GET', `/books/${id}/progress`)),
  )
  expect(progress).toMatchObject([{ currentPage: 3, completed: false }, { completed: true }])
  for (const list of ['collections', 'readlists']) {
    expect(await request('GET', `/${list}`), list).toMatchObject({ total: 1 })
  }
  const users = await request<{ data: { username: string }[] }>('GET', '/users')
  expect(users.data.map(({ username }) => username).sort()).toEqual(['ada', 'ben'])
  expect(await stop()).toBe(0)
})

/** The database as that version left it. */
async function openKept(version: string, kind: Db['kind']): Promise<OpenOptions> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'))
  leftovers.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const unpack = (ending: string) => gunzipSync(readFileSync(join(kept, `${version}.${ending}`)))
  if (kind === 'sqlite') {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(databaseFile(dataDir), unpack('sqlite.gz'))
    return { dataDir, url: null }
  }
  const made = await createPostgresDatabase(inject('postgresUrl'), { template: 'template0' })
  leftovers.push(made.drop)
  const client = new pg.Client({ connectionString: made.url })
  await client.connect()
  await client.query(unpack('postgres.sql.gz').toString())
  await client.end()
  return { dataDir, url: made.url }
}

/** Tables, columns and indexes, as reported by the database. */
async function schemaOf(db: Db): Promise<string[]> {
  const query =
    db.kind === 'sqlite'
      ? sql<{ line: string }>`select m.name || '.' || c.name || ' ' || c.type as line
          from sqlite_master m, pragma_table_info(m.name) c where m.type in ('table', 'index') and m.name not like 'sqlite_%'`
      : sql<{ line: string }>`select table_name || '.' || column_name || ' ' || data_type as line
          from information_schema.columns where table_schema = 'public'
          union all select indexdef from pg_indexes where schemaname = 'public'`
  const { rows } = await query.execute(db.query)
  return rows.map(({ line }) => line).sort()
}

test('there is a database of every released version', () => {
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const released = [...changes.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version]) => version!)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(released[0]).toBe(version)
  // Created by `node scripts/keep-database.ts`, as described in CONTRIBUTING.md.
  expect([...versions].sort()).toEqual([...released].sort())
  expect(globSync('*.postgres.sql.gz', { cwd: kept })).toHaveLength(released.length)
})
