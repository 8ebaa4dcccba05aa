import type { ValuesBefore } from './apply-record.ts'
import type { ExtraMetadata } from './extra-metadata.ts'
import { isSame } from './field-status.ts'
import { type FieldPlaces, placesOfField } from './field-values.ts'
import { columnOfFact } from './fields-before-change.ts'
import { RATINGS_ENTRY, ratingsBeforeChange } from './ratings-before-change.ts'

interface UndoneChange {
  before: ValuesBefore
  fields: readonly string[]
  writtenAt: number
}

/**
 * A later change stores the values before it. Where those came from the change that is being undone, replaces them with
 * the values before that one: undoing the later change must not restore them.
 */
export function replaceUndoneValues(
  entity: 'series' | 'book',
  later: ValuesBefore,
  laterFields: readonly string[],
  undone: UndoneChange,
): ValuesBefore {
  const { before, fields, writtenAt } = undone
  const replaced: ValuesBefore = structuredClone(later)
  const shared = fields.filter((field) => laterFields.includes(field))
  for (const field of before.after ? shared : []) replaceField(replaced, placesOfField(entity, field), later, before)
  if (entity === 'book') replaceRatings(replaced, later, before)
  replaced.state.locks = withoutLocksHeldBy(before, replaced)
  replaced.extras = replaceRows(later.extras, before.extras, writtenAt)
  if (replaced.cover && replaced.cover.shownBefore === before.cover?.shownSince)
    replaced.cover.shownBefore = before.cover.shownBefore
  return replaced
}

function replaceField(replaced: ValuesBefore, places: FieldPlaces, later: ValuesBefore, before: ValuesBefore): void {
  for (const part of ['state', 'facts', 'custom'] as const) {
    for (const name of places[part]) {
      if (!isSame(later[part]?.[name], before.after![part]?.[name])) continue
      replaced[part] = { ...replaced[part], [name]: before[part]?.[name] }
      if (part === 'facts') replaceColumn(replaced, before, name)
    }
  }
}

function replaceRatings(replaced: ValuesBefore, later: ValuesBefore, { custom, after }: ValuesBefore): void {
  if (!after || !later.custom || !(RATINGS_ENTRY in later.custom)) return
  const written = { before: custom?.[RATINGS_ENTRY], after: after.custom?.[RATINGS_ENTRY] }
  const former = ratingsBeforeChange(later.custom[RATINGS_ENTRY], written)
  if (former) replaced.custom = { ...replaced.custom, [RATINGS_ENTRY]: former.entry }
}

/** A field that the undone change filled is no longer held by the plugin. */
function withoutLocksHeldBy({ state, after }: ValuesBefore, replaced: ValuesBefore): string[] {
  const before = locksIn(state)
  const held = locksIn(after?.state).filter((lock) => lock.startsWith('held:') && !before.includes(lock))
  return locksIn(replaced.state).filter((lock) => !held.includes(lock))
}

const locksIn = (state: Readonly<Record<string, unknown>> | undefined) => (state?.locks as string[] | undefined) ?? []

/** Also replaces the column derived from the fact, which lists use. */
function replaceColumn(replaced: ValuesBefore, { state }: ValuesBefore, fact: string): void {
  const [columns, former] = [replaced.state.columns, state.columns] as (Record<string, unknown> | undefined)[]
  if (!columns || !former) return
  const column = columnOfFact[fact as keyof typeof columnOfFact]
  if (column) columns[column] = former[column]
  if (fact === 'year') columns.release_date = former.release_date
}

function replaceRows(later: ExtraMetadata, before: ExtraMetadata, writtenAt: number): ExtraMetadata {
  const replace = <Row extends { updatedAt: number }>(rows: Row[], former: Row[], keyOf: (row: Row) => string): Row[] =>
    rows.flatMap((row) => {
      if (row.updatedAt !== writtenAt) return [row]
      return former.filter((one) => keyOf(one) === keyOf(row))
    })
  const hasItsTitles = later.alternateTitles.some((one) => one.updatedAt === writtenAt)
  return {
    ...later,
    externalLinks: replace(later.externalLinks, before.externalLinks, (row) => row.label),
    externalIds: replace(later.externalIds, before.externalIds, (row) => row.source),
    ratings: replace(later.ratings, before.ratings, (row) => row.source),
    // A change replaces all titles.
    alternateTitles: hasItsTitles
      ? [...before.alternateTitles, ...later.alternateTitles.filter((one) => one.updatedAt !== writtenAt)]
      : later.alternateTitles,
    relations: later.relations?.map((one) => {
      const undone = before.relations?.find(({ otherId }) => otherId === one.otherId)
      const isOfUndone = undone && one.before?.source === 'plugin' && one.before.kind === undone.kind
      return isOfUndone ? { ...one, before: undone.before } : one
    }),
  }
}
