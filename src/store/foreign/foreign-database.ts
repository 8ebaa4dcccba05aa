import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { ForeignFileError } from './copy-foreign-database.ts'

export type ForeignValue = string | number | bigint | Uint8Array | null
export type ForeignRow<Column extends string = string> = Record<Column, ForeignValue>

export interface ForeignRowsOptions<Column extends string> {
  /** Columns to sort by; missing columns are ignored. Rows without a value come last. */
  order?: readonly string[]
  /** Only rows with this value. */
  where?: Partial<Record<Column | (string & {}), SQLInputValue>>
  /** Only rows with one of these values. */
  among?: { column: Column | (string & {}); values: readonly ForeignValue[] }
}

/**
 * Another program's database, treated as a hostile file: plain tables only (no views, no virtual tables, no computed
 * columns), nothing in it is executed, and a value that is too large is read as missing.
 */
export interface ForeignDatabase {
  readonly userVersion: number
  has(table: string, ...columns: string[]): boolean
  count(table: string): number
  /** Tables with rows that haven't been read, and their number of rows; 1 if they can't be counted. */
  unread(): { table: string; rows: number }[]
  /** Unread columns of tables that were read, and the number of rows with a value in them. */
  unreadColumns(
    isKnown: (table: string, column: string) => boolean,
  ): { table: string; columns: string[]; rows: number }[]
  /** Rows of a table that was read whose column names no row of another table. */
  countOrphans(link: { table: string; column: string; owner: string; ownerColumn: string }): number
  /** Columns that this version of the program doesn't have are null. A missing table has no rows. */
  rows<Column extends string>(
    table: string,
    columns: readonly Column[],
    options?: ForeignRowsOptions<Column>,
  ): IterableIterator<ForeignRow<Column>>
  close(): void
}

/** Opens a copy (`copyForeignDatabase`): the other server's own file isn't opened again. */
export function openForeignDatabase(path: string, { maxValueBytes = MAX_VALUE_BYTES } = {}): ForeignDatabase {
  const database = new DatabaseSync(path, { readOnly: true, enableForeignKeyConstraints: false })
  try {
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on')
    requireSound(database)
    const tables = readTables(database)
    const searchIndexes = readSearchIndexes(database)
    const userVersion = Number(Object.values(database.prepare('pragma user_version').get() ?? {})[0] ?? 0)
    const columnsOf = (table: string) => tables.get(table.toLowerCase())
    const columnsRead = new Map<string, Set<string>>()
    const count = (table: string) => Number(database.prepare(`select count(*) as n from ${quoted(table)}`).get()!.n)

    /** In one query, however many columns there are. Empty, zero and false values don't count. */
    const countFilled = (table: string, columns: readonly string[]): number[] => {
      if (columns.length === 0) return []
      const counts = columns.map((column) => {
        const text = `cast(substr(${quoted(column)}, 1, 10) as text)`
        return `count(case when ${text} not in ('', '0', '0.0', '[]', '{}', 'null', 'false') then 1 end)`
      })
      const statement = database.prepare(`select ${counts.join(', ')} from ${quoted(table)}`)
      statement.setReturnArrays(true)
      return (statement.get() as unknown as number[]).map(Number)
    }

    return {
      userVersion,
      has: (table, ...columns) => {
        const known = columnsOf(table)
        return known !== undefined && columns.every((column) => known.has(column.toLowerCase()))
      },
      count: (table) => (columnsOf(table) ? count(table) : 0),
      unread: () =>
        [...tables.keys()]
          .filter((table) => !columnsRead.has(table) && !table.startsWith('sqlite_') && !isPartOf(searchIndexes, table))
          .map((table) => ({ table, rows: canBeNamed(table) ? count(table) : 1 }))
          .filter(({ rows }) => rows > 0),
      unreadColumns: (isKnown) =>
        [...columnsRead].flatMap(([table, read]) => {
          const others = [...tables.get(table)!].filter((column) => !read.has(column) && !isKnown(table, column))
          const counts = countFilled(table, others.slice(0, MAX_COLUMNS))
          const filled = others.flatMap((column, index) => {
            const rows = counts[index] ?? 0
            return rows > 0 ? [{ column, rows }] : []
          })
          const rows = Math.max(0, ...filled.map((one) => one.rows))
          return rows > 0 ? [{ table, columns: filled.map((one) => one.column), rows }] : []
        }),
      countOrphans({ table, column, owner, ownerColumn }) {
        const isThere = columnsOf(table)?.has(column.toLowerCase()) && columnsOf(owner)?.has(ownerColumn.toLowerCase())
        if (!isThere || !columnsRead.has(table.toLowerCase())) return 0
        const countThose = (form: (name: string) => string) => {
          const owners = `select ${form(ownerColumn)} from ${quoted(owner)} where ${quoted(ownerColumn)} is not null`
          const isOrphan = `${quoted(column)} is null or ${form(column)} not in (${owners})`
          return Number(database.prepare(`select count(*) as n from ${quoted(table)} where ${isOrphan}`).get()!.n)
        }
        // A number may be stored as a text on one side. Compared as they are, an index is of use.
        return countThose(quoted) === 0 ? 0 : countThose((name) => `cast(${quoted(name)} as text)`)
      },
      *rows(table, columns, { order = [], where = {}, among } = {}) {
        const known = columnsOf(table)
        if (!known) return
        const read = columnsRead.get(table.toLowerCase()) ?? new Set()
        columnsRead.set(table.toLowerCase(), read)
        const compared = [...Object.keys(where), ...(among ? [among.column] : [])]
        for (const column of [...columns, ...order, ...compared]) read.add(column.toLowerCase())
        const select = columns.map((column) => {
          const name = quoted(column)
          if (!known.has(column.toLowerCase())) return `null as ${name}`
          return `case when octet_length(${name}) <= ${maxValueBytes} then ${name} end as ${name}`
        })
        const wanted = Object.entries(where).filter(([, value]) => value !== undefined) as [string, SQLInputValue][]
        if (compared.some((column) => !known.has(column.toLowerCase()))) return
        const conditions = wanted.map(([column]) => `${quoted(column)} = ?`)
        if (among) conditions.push(`${quoted(among.column)} in (${among.values.map(() => '?').join(', ')})`)
        const sorted = order.filter((column) => known.has(column.toLowerCase()))
        const statement = database.prepare(
          `select ${select.join(', ')} from ${quoted(table)}` +
            (conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '') +
            (sorted.length > 0 ? ` order by ${sorted.map((column) => `${quoted(column)} nulls last`).join(', ')}` : ''),
        )
        // Ids and byte counts may exceed a double's precision.
        statement.setReadBigInts(true)
        const values = [...wanted.map(([, value]) => value), ...(among?.values ?? [])]
        for (const row of statement.iterate(...values)) yield withNumbers(row as never, columns) as never
      },
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error instanceof ForeignFileError ? error : damaged()
  }
}

/** More than any table of these programs has. */
const MAX_COLUMNS = 500

/** A cover is the largest value that is ever read. */
const MAX_VALUE_BYTES = 32 * 2 ** 20

const damaged = () => new ForeignFileError('The database is damaged and can’t be read.')

function requireSound(database: DatabaseSync): void {
  const [verdict] = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})
  if (verdict !== 'ok') throw damaged()
}

/** Bytes that aren't UTF-8 are read as replacement characters, by which the table isn't found. */
const canBeNamed = (table: string): boolean => !table.includes('\ufffd')

/**
 * Table → columns, in lower case: programs use different cases for the same names. Views and virtual tables have no
 * pages of their own, whatever they say that they are.
 */
function readTables(database: DatabaseSync): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>()
  const list = database
    .prepare(`select name from sqlite_master where type = 'table' and rootpage > 0 limit 2000`)
    .all() as { name: string }[]
  const describe = database.prepare('select name from pragma_table_xinfo(?) where hidden = 0 limit 2000')
  for (const { name } of list) {
    const columns = describe.all(name) as { name: string }[]
    tables.set(name.toLowerCase(), new Set(columns.map((column) => column.name.toLowerCase())))
  }
  return tables
}

/** Full-text indexes: SQLite keeps each in tables of its own, which repeat what other tables contain. */
function readSearchIndexes(database: DatabaseSync): Set<string> {
  const list = database
    .prepare(
      `select name from sqlite_master where type = 'table' and rootpage = 0 and sql like '%using%fts%' limit 200`,
    )
    .all() as { name: string }[]
  return new Set(list.map(({ name }) => name.toLowerCase()))
}

function isPartOf(searchIndexes: ReadonlySet<string>, table: string): boolean {
  const [, owner] = /^(.+)_(?:data|idx|content|docsize|config|segments|segdir|stat)$/.exec(table) ?? []
  return owner !== undefined && searchIndexes.has(owner)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** By name: listing the entries of each row took a twentieth of the time of an import. */
function withNumbers(row: Record<string, ForeignValue>, columns: readonly string[]): Record<string, ForeignValue> {
  for (const name of columns) {
    const value = row[name]
    if (typeof value === 'bigint' && value >= -SAFE && value <= SAFE) row[name] = Number(value)
  }
  return row
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER)
