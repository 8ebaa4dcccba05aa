import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { type Db, type OpenOptions, openDatabase } from '../src/store/open.ts'

export interface TestDatabase {
  kind: Db['kind']
  /** What `openDatabase` needs to open this database again. */
  options: OpenOptions
  db: Db
  drop(): Promise<void>
}

/** Runs the same tests on an empty SQLite and on an empty PostgreSQL database. */
export function onBothDatabases(tests: (open: () => Promise<TestDatabase>, kind: Db['kind']) => void): void {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(`on ${kind}`, () => {
      const opened: TestDatabase[] = []
      afterAll(async () => {
        for (const database of opened) await database.drop()
      })
      tests(async () => {
        const database = await openTestDatabase(kind)
        opened.push(database)
        return database
      }, kind)
    })
  }
}

export async function openTestDatabase(kind: Db['kind']): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  const made = kind === 'postgres' ? await createPostgresDatabase(inject('postgresUrl')) : undefined
  const options: OpenOptions = { dataDir, url: made?.url ?? null, poolSize: 5 }
  const db = await openDatabase(options)
  return {
    kind,
    options,
    db,
    drop: async () => {
      await db.close()
      await made?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function createPostgresDatabase(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await administer(adminUrl, `create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`) }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
