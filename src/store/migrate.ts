import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tx } from './db.ts'
import { postgresSchemaTypes, type SchemaTypes, sqliteSchemaTypes } from './dialect/schema-types.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'

interface MigrationRow {
  migration: { number: number; name: string; applied_at: number }
}

/** Migrates the schema to the newest version and returns the applied steps. Several servers may start at once. */
export async function migrate(
  database: Kysely<never>,
  kind: SchemaTypes['kind'],
  options: { file?: string; steps?: readonly Migration[] } = {},
): Promise<string[]> {
  const db = database as unknown as Kysely<MigrationRow>
  const words = kind === 'sqlite' ? sqliteSchemaTypes : postgresSchemaTypes
  const steps = options.steps ?? migrations
  const taken: string[] = []
  const afterwards: Migration[] = []

  if (kind === 'sqlite' && options.file) await backUpBeforeChange(db, options.file, steps)
  await db.transaction().execute(async (tx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
    await sql`create table if not exists migration (number integer primary key, name text, applied_at ${sql.raw(words.int)})`.execute(
      tx,
    )
    const done = await newestStep(tx)
    refuseNewerSchema(done, steps)
    for (const step of steps) {
      if (step.number <= done) continue
      for (const statement of step.statements(words)) await sql.raw(statement).execute(tx)
      await tx
        .insertInto('migration')
        .values({ number: step.number, name: step.name, applied_at: Date.now() })
        .execute()
      taken.push(`${step.number} ${step.name}`)
      afterwards.push(step)
    }
    // A new database contains no data written by an earlier version.
    if (done === 0) return
    for (const step of afterwards) await step.afterwards?.(tx as unknown as Tx, kind)
  })
  return taken
}

const MIGRATION_LOCK = 4_213_370_001

async function newestStep(db: Kysely<MigrationRow>): Promise<number> {
  const row = await db
    .selectFrom('migration')
    .select((eb) => eb.fn.max('number').as('newest'))
    .executeTakeFirst()
  return row?.newest ?? 0
}

function refuseNewerSchema(done: number, steps: readonly Migration[]): void {
  const known = steps.at(-1)?.number ?? 0
  if (done > known) {
    throw new Error(
      `the database was used by a newer version of Lectern (schema ${done}, this one supports ${known}); update Lectern`,
    )
  }
}

/** Copies the database before it is changed, so that going back is a rename. */
async function backUpBeforeChange(db: Kysely<MigrationRow>, file: string, steps: readonly Migration[]): Promise<void> {
  const tables = await sql<{ name: string }>`select name from sqlite_master where name = 'migration'`.execute(db)
  if (tables.rows.length === 0) return
  const done = await newestStep(db)
  const next = steps.find((step) => step.number > done)
  if (!next) return
  const copy = `${file}.before-${String(next.number).padStart(4, '0')}.bak`
  if (existsSync(copy)) return
  // Gets its final name only when complete: a partial copy of a killed server must not pass for the backup.
  const unfinished = `${copy}.${process.pid}.part`
  removeAbandoned(copy, unfinished)
  closeSync(openSync(unfinished, 'ax', 0o600))
  await sql`vacuum into ${unfinished}`.execute(db)
  renameSync(unfinished, copy)
}

/** Removes partial copies of killed servers. Another server may be copying right now. */
function removeAbandoned(copy: string, own: string): void {
  for (const name of readdirSync(dirname(copy))) {
    const file = join(dirname(copy), name)
    if (!file.startsWith(copy) || !/\.part(?:-journal)?$/.test(file)) continue
    const isOld = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > ABANDONED_MS
    if (isOld || file.startsWith(own)) rmSync(file, { force: true })
  }
}

const ABANDONED_MS = 10 * 60_000
