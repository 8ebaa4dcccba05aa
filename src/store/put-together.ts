import type { CompiledQuery } from 'kysely'
import type { Queryable } from './open.ts'
import type { Visibility } from './visibility/visible-classes.ts'

/**
 * A question that is asked all day: put together once for each way of seeing, because that takes longer than to answer it.
 * `build` gets stand-ins for the named values; whoever asks puts their own in those places.
 */
export function putTogetherOnce<Values extends object, Row>(
  names: readonly (keyof Values)[],
  build: (db: Queryable, sees: Visibility, standIns: Values) => CompiledQuery<Row>,
): (db: Queryable, sees: Visibility, values: Values) => Promise<Row[]> {
  const kept = new WeakMap<Queryable['query'], WeakMap<Visibility, Question<Row>>>()

  const put = (db: Queryable, sees: Visibility): Question<Row> => {
    const standIns = names.map(() => ({}))
    const query = build(db, sees, Object.fromEntries(names.map((name, at) => [name, standIns[at]])) as Values)
    return { query, places: standIns.map((one) => onlyPlace(query.parameters, one)) }
  }
  return async (db, sees, values) => {
    const ofDatabase = kept.get(db.query) ?? new WeakMap<Visibility, Question<Row>>()
    kept.set(db.query, ofDatabase)
    const question = ofDatabase.get(sees) ?? put(db, sees)
    ofDatabase.set(sees, question)
    const parameters = [...question.query.parameters]
    for (const [at, name] of names.entries()) parameters[question.places[at]!] = values[name]
    return (await db.query.executeQuery<Row>({ ...question.query, parameters })).rows
  }
}

function onlyPlace(parameters: readonly unknown[], standIn: object): number {
  const at = parameters.indexOf(standIn)
  if (at < 0 || parameters.lastIndexOf(standIn) !== at) throw new Error('each value has one place in a question')
  return at
}

interface Question<Row> {
  query: CompiledQuery<Row>
  /** Where each value goes. */
  places: number[]
}
