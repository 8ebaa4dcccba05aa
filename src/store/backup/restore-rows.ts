import { sql } from 'kysely'
import { linkStoryOfAllBooks } from '../facet/link-story.ts'
import type { Db, Tx } from '../open.ts'
import { indexBooksForSearch, indexSeriesForSearch } from '../search/index-words.ts'
import { readSignInsToKeep } from '../session/keep-sign-ins.ts'
import type { TableRows } from './read-rows.ts'
import {
  type BackedUpTable,
  backedUpTables,
  renamedColumns,
  renamedTables,
  tableKeysInRestoreOrder,
} from './tables-in-restore-order.ts'

export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  for (const table of ['user', 'library'] as const) {
    const row = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db.query)
    if (row.rows.length > 0) return false
  }
  return true
}

/**
 * Restores all rows in one transaction: an incomplete backup leaves nothing behind. `read` restarts the backup each
 * time, because a transaction may have to be retried.
 */
export async function restoreRows(
  db: Db,
  read: () => AsyncIterable<TableRows>,
  { replace = false, keepsSignIns = false }: { replace?: boolean; keepsSignIns?: boolean } = {},
): Promise<number> {
  return db.transaction(async (tx) => {
    const putSignInsBack = keepsSignIns ? await readSignInsToKeep(tx) : undefined
    if (replace && db.kind === 'postgres') await truncateAll(tx)
    await emptyTables(tx)
    let count = 0
    for await (const portion of read()) {
      await insertRows(tx, portion)
      count += portion.rows.length
    }
    await putSignInsBack?.(tx)
    if (db.kind === 'postgres') await continueNumbering(tx)
    // Backups of earlier versions don't contain these columns.
    await sql`update book set file_changed_at = created_at where file_changed_at = 0`.execute(tx)
    await sql`update series set files_changed_at = coalesce(last_book_at, created_at) where files_changed_at = 0`.execute(
      tx,
    )
    // How plugins were when the backup was made says nothing about this server, which may lack their files or key.
    await sql`update plugin set health = 'unknown', health_reason = null, failure_count = 0, owner = null, owner_until = 0
      where is_enabled = 1`.execute(tx)
    await linkStoryOfAllBooks(tx, db.kind)
    await indexBooksForSearch(tx, db.kind, await idsOf(tx, 'book'))
    await indexSeriesForSearch(tx, db.kind, await idsOf(tx, 'series'))
    return count
  })
}

/** The search index isn't in the backup: each database stores it in its own way. */
async function idsOf(tx: Tx, table: 'book' | 'series'): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(tx)
  return found.rows.map((row) => row.id)
}

async function emptyTables(tx: Tx): Promise<void> {
  for (const table of [...backedUpTables].reverse()) await sql`delete from ${sql.table(table)}`.execute(tx)
}

/**
 * Also clears tables that aren't in a backup, such as pending tasks and the search index: they refer to deleted rows.
 */
async function truncateAll(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'migration'`.execute(tx)
  await sql`truncate table ${sql.join(rows.map(({ name }) => sql.table(name)))} cascade`.execute(tx)
}

/** In batches, below both databases' limits on parameters. */
async function insertRows(tx: Tx, { table: backedUpAs, columns, rows }: TableRows): Promise<void> {
  const table = renamedTables.get(backedUpAs) ?? backedUpAs
  if (!Object.hasOwn(tableKeysInRestoreOrder, table)) throw new Error(`the backup contains an unknown table: ${table}`)
  const renamed = renamedColumns.get(table) ?? {}
  const names = sql.join(columns.map((column) => sql.ref(renamed[column] ?? column)))
  const atOnce = Math.max(1, Math.floor(MAX_PARAMETERS / columns.length))
  for (let start = 0; start < rows.length; start += atOnce) {
    const values = rows.slice(start, start + atOnce).map((row) => sql`(${sql.join(row)})`)
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(tx)
  }
}

const MAX_PARAMETERS = 8000

/** PostgreSQL numbers rows by a sequence, which ignores explicitly inserted ids. */
async function continueNumbering(tx: Tx): Promise<void> {
  for (const table of backedUpTables.filter(isNumbered)) {
    await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'),
      greatest((select coalesce(max(id), 0) from ${sql.table(table)}), 1))`.execute(tx)
  }
}

const isNumbered = (table: BackedUpTable): boolean => tableKeysInRestoreOrder[table][0] === 'id'
