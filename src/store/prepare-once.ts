import type { CompiledQuery } from 'kysely'
import { defineDerivedCache } from './cache/derived-cache.ts'
import type { Db } from './open.ts'
import type { Visibility } from './visibility/visible-classes.ts'

/**
 * A very frequent query: compiled once per visibility, because compiling takes longer than running it. `build` gets
 * placeholders for the named values; each call substitutes its own.
 */
export function prepareOnce<Values extends object, Row>(
  name: string,
  values: readonly (keyof Values)[],
  build: (db: Db, sees: Visibility, standIns: Values) => CompiledQuery<Row>,
): (db: Db, sees: Visibility, values: Values) => Promise<Row[]> {
  const preparedCache = defineDerivedCache<Visibility, PreparedQuery<Row>>(name)

  const prepare = (db: Db, sees: Visibility): PreparedQuery<Row> => {
    const standIns = values.map(() => ({}))
    const query = build(db, sees, Object.fromEntries(values.map((value, at) => [value, standIns[at]])) as Values)
    return { query, placeholders: standIns.map((one) => onlyPlaceholder(query.parameters, one)) }
  }
  return async (db, sees, given) => {
    const { query, placeholders } = preparedCache(db).make(sees, () => prepare(db, sees))
    const parameters = [...query.parameters]
    for (const [at, value] of values.entries()) parameters[placeholders[at]!] = given[value]
    if (db.rowsSync) return db.rowsSync(query.sql, parameters) as Row[]
    return (await db.query.executeQuery<Row>({ ...query, parameters })).rows
  }
}

function onlyPlaceholder(parameters: readonly unknown[], standIn: object): number {
  const at = parameters.indexOf(standIn)
  if (at < 0 || parameters.lastIndexOf(standIn) !== at) throw new Error('each value has one placeholder in a query')
  return at
}

interface PreparedQuery<Row> {
  query: CompiledQuery<Row>
  /** The parameter index of each value. */
  placeholders: number[]
}
