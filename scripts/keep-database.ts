import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { postgresSchemaTypes } from '../src/store/dialect/schema-types.ts'
import { migrations } from '../src/store/migrations/index.ts'
import { databaseFile } from '../src/store/open.ts'
import { openPostgres } from '../test/postgres.ts'
import { writeSmallLibrary } from './demo/library.ts'
import { apiClient, freePort, waitUntilAnalysed } from './demo/server.ts'

// node scripts/keep-database.ts: part of a release. Fills a small library with this version, once in SQLite and once in
// PostgreSQL, and stores both databases in test/fixtures/databases, from where every later version has to upgrade them.

const root = resolve(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const kept = join(root, 'test', 'fixtures', 'databases')
const folder = join(tmpdir(), 'lectern-kept')

rmSync(folder, { recursive: true, force: true })
mkdirSync(kept, { recursive: true })
await writeSmallLibrary(join(folder, 'library'))
await fill(join(folder, 'sqlite'))
keep('sqlite.gz', readSqlite(join(folder, 'sqlite')))

const postgres = await openPostgres()
try {
  await fill(join(folder, 'postgres'), postgres.url)
  keep('postgres.sql.gz', Buffer.from(await dumpPostgres(postgres.url)))
} finally {
  await postgres.stop()
}
rmSync(folder, { recursive: true })

function keep(kind: string, content: Buffer): void {
  const file = join(kept, `${version}.${kind}`)
  writeFileSync(file, gzipSync(content, { level: 9 }))
  console.log(`${file}: ${Math.round(content.length / 1024)} KiB before it was packed`)
}

/** What users leave in a database: accounts, a library, positions, lists, keys, edits. */
async function fill(data: string, url?: string): Promise<void> {
  const port = await freePort()
  const args = ['src/main.ts', 'serve', '--data', data, '--port', String(port)]
  const env = { ...process.env, ...(url && { LECTERN_DATABASE__URL: url }) }
  const server = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((done) => server.once('exit', done))
  const origin = `http://localhost:${port}`
  while (
    !(await fetch(`${origin}/health`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    await new Promise((done) => setTimeout(done, 200))
  }
  const ask = apiClient(origin)
  await ask('POST', '/setup/initialize', { username: 'ada', password: 'a quiet reading room' })
  await ask('POST', '/libraries', { name: 'Shelf', path: join(folder, 'library'), scanImmediately: true })
  await waitUntilAnalysed(ask)
  const { data: books } = await ask<{ data: { id: string; title: string }[] }>('GET', '/books?sort=title,asc')
  const { data: series } = await ask<{ data: { id: string; title: string }[] }>('GET', '/series?sort=name,asc')
  await ask('PUT', `/books/${books[0]!.id}/progress`, { currentPage: 3 })
  await ask('PUT', `/books/${books[1]!.id}/progress`, { currentPage: 1, completed: true })
  await ask('POST', '/collections', { name: 'Favourites', seriesIds: series.slice(0, 2).map(({ id }) => id) })
  await ask('POST', '/readlists', { name: 'Next', bookIds: books.slice(0, 3).map(({ id }) => id) })
  await ask('POST', '/users', {
    username: 'ben',
    email: 'ben@example.org',
    password: 'another quiet room',
    role: 'reader',
  })
  await ask('PATCH', `/series/${series[0]!.id}/metadata`, { title: 'A title somebody wrote' })
  server.kill('SIGTERM')
  await ended
}

function readSqlite(data: string): Buffer {
  const copy = join(folder, 'copy.sqlite')
  const db = new DatabaseSync(databaseFile(data))
  db.exec(`vacuum into '${copy}'`)
  db.close()
  return readFileSync(copy)
}

/** As statements: those of this version's migrations, then every row. */
async function dumpPostgres(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const lines = [
    `create table migration (number integer primary key, name text, applied_at ${postgresSchemaTypes.int})`,
    ...migrations.flatMap((step) => step.statements(postgresSchemaTypes)),
  ]
  const columns = await client.query<{ table: string; names: string; identity: string | null }>(`
    select c.table_name as table, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as names,
      max(c.column_name) filter (where c.is_identity = 'YES') as identity
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1 order by 1`)
  for (const { table, names, identity } of columns.rows) {
    const { rows } = await client.query<{ all: string | null }>(`select json_agg(r)::text as all from "${table}" r`)
    const all = rows[0]?.all
    if (!all) continue
    const quoted = all.replaceAll("'", "''")
    lines.push(`delete from "${table}"`)
    lines.push(
      `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", '${quoted}')`,
    )
    if (identity) {
      lines.push(
        `select setval(pg_get_serial_sequence('"${table}"', '${identity}'), max("${identity}")) from "${table}"`,
      )
    }
  }
  await client.end()
  return `set session_replication_role = replica;\n${lines.join(';\n')};\n`
}
