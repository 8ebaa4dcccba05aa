import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, inject } from 'vitest'
import { type Db, databaseFile, type OpenOptions, openDatabase } from '../src/store/open.ts'
import { createPostgresDatabase } from './postgres.ts'

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

/** The databases available on this machine. */
export function databaseKinds(): readonly Db['kind'][] {
  return inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres']
}

export async function openTestDatabase(kind: Db['kind']): Promise<TestDatabase> {
  const { options, drop } = await makeTestDatabase(kind)
  const db = await openDatabase(options)
  return {
    kind,
    options,
    db,
    drop: async () => {
      await db.close()
      await drop()
    },
  }
}

/** A migrated, empty database that hasn't been opened yet. */
export async function makeTestDatabase(kind: Db['kind']): Promise<{ options: OpenOptions; drop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  const made = kind === 'postgres' ? await createPostgresDatabase(inject('postgresUrl')) : undefined
  if (!made) copyFileSync(inject('sqliteTemplate'), databaseFile(dataDir))
  return {
    options: { dataDir, url: made?.url ?? null },
    drop: async () => {
      await made?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
