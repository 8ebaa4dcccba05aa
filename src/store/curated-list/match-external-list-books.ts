import type { Db } from '../open.ts'
import { sortKey } from '../text/sort-key.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export interface ExternalListBook {
  series: string
  /** The exact value, e.g. 1.5; undefined: not in the list. */
  number: number | undefined
  volume: number | undefined
  year: number | undefined
}

export interface ExternalListMatch {
  bookId: number
  bookUid: Uint8Array
}

/** A possible match for an entry of a list. */
export interface ExternalListCandidate {
  id: number
  uid: Uint8Array
  title: string
  number: number | null
  numberText: string | null
  year: number | null
  /** As a number, e.g. 20150115. */
  releaseDate: number | null
  seriesUid: Uint8Array
  seriesYear: number | null
  seriesTitle: string
}

/**
 * The books of an external list, found by series, number and year. Several series of one name are distinguished by the
 * year they began, which lists store as the volume. One query per series, not per book.
 */
export async function matchExternalListBooks(
  db: Db,
  viewer: Viewer,
  wanted: readonly ExternalListBook[],
): Promise<(ExternalListMatch | undefined)[]> {
  const found = await findExternalListCandidates(db, viewer, wanted)
  return found.map(([best]) => best && { bookId: best.id, bookUid: best.uid })
}

/** All possible matches, most likely first. */
export async function findExternalListCandidates(
  db: Db,
  viewer: Viewer,
  wanted: readonly ExternalListBook[],
): Promise<ExternalListCandidate[][]> {
  const candidates = new Map<string, ExternalListCandidate[]>()
  for (const key of new Set(wanted.map((book) => keyOf(book.series)))) {
    candidates.set(key, await findCandidates(db, viewer, key))
  }
  return wanted.map((book) => {
    const found = candidates.get(keyOf(book.series))!.filter((candidate) => isNumber(candidate, book))
    return found.sort((a, b) => distance(a, book) - distance(b, book))
  })
}

/** "Batman (2016)" and "Batman" are the same name with and without its year. Spaces don't matter in a key. */
function keyOf(series: string): string {
  const name = series.trimEnd()
  return sortKey(/\(\d{4}\)$/.test(name) ? name.slice(0, -6) : name)
}

/** On a read-only thread: a list may name thousands of series, and no one else should wait for it. */
async function findCandidates(db: Db, viewer: Viewer, key: string): Promise<ExternalListCandidate[]> {
  return (
    db.slowQuery
      .selectFrom('series as s')
      .innerJoin('book as b', 'b.series_id', 's.id')
      .select(['b.id', 'b.uid', 'b.title', 'b.number', 'b.number_text as numberText', 'b.year'])
      .select('b.release_date as releaseDate')
      .select(['s.uid as seriesUid', 's.year as seriesYear', 's.title as seriesTitle'])
      .where('s.sort_key', '>=', key)
      // Every key with this prefix: only the year in brackets may follow.
      .where('s.sort_key', '<', `${key}~`)
      .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
      .orderBy('b.id')
      .limit(MAX_CANDIDATES)
      .execute()
      .then((rows) => rows.filter((row) => keyOf(row.seriesTitle) === key))
  )
}

const MAX_CANDIDATES = 20_000

const isNumber = (candidate: ExternalListCandidate, wanted: ExternalListBook): boolean =>
  wanted.number === undefined || candidate.number === wanted.number

function distance(candidate: ExternalListCandidate, wanted: ExternalListBook): number {
  const began = yearOfSeries(candidate)
  const byVolume = wanted.volume && wanted.volume > 1000 && began ? Math.abs(began - wanted.volume) * 10 : 5
  const byYear = wanted.year && candidate.year ? Math.abs(candidate.year - wanted.year) : 1
  return byVolume + byYear
}

function yearOfSeries({ seriesYear, seriesTitle }: ExternalListCandidate): number | undefined {
  return Number(/\((\d{4})\)\s*$/.exec(seriesTitle)?.[1]) || seriesYear || undefined
}
