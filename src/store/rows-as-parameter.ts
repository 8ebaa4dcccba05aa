import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

type ColumnType = 'int' | 'bigint' | 'text'

/**
 * A select of these rows, which are one parameter (PostgreSQL: one per column). The SQL doesn't depend on their number,
 * so that the statement stays prepared, and a thousand rows cost no more to compile than one.
 */
export function selectRows(
  kind: Db['kind'],
  types: readonly ColumnType[],
  rows: readonly (readonly (number | string)[])[],
): RawBuilder<unknown> {
  if (kind === 'sqlite') {
    const columns = sql.join(types.map((_, at) => sql`value ->> ${sql.lit(at)}`))
    return sql`select ${columns} from json_each(${JSON.stringify(rows)})`
  }
  const columns = types.map((type, at) => sql`${rows.map((row) => row[at])}::${sql.raw(type)}[]`)
  return sql`select * from unnest(${sql.join(columns)})`
}

/** Whether a column has one of these texts; compiled like `idCondition`. */
export function textInCondition(kind: Db['kind'], column: RawBuilder<unknown>, texts: readonly string[]) {
  return kind === 'sqlite'
    ? sql<boolean>`${column} in (select value from json_each(${JSON.stringify(texts)}))`
    : sql<boolean>`${column} = any(${texts}::text[])`
}
