import { type RawBuilder, sql } from 'kysely'
import type { SimilarityReason } from '../../contract/relations.ts'
import { defineCache } from '../cache/caches.ts'
import { readHiddenSeriesIds } from '../hidden-series/hidden-series.ts'
import type { Db } from '../open.ts'
import { revisionForViewer } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export interface SimilarSeries {
  seriesId: number
  reasons: SimilarityReason[]
}

/** One entry takes some kilobytes. */
const similarCache = defineCache<string, SimilarSeries[]>('similar_series', { maxEntries: 1000 })

/**
 * Series similar to this one, most similar first, and the reasons, without those that the viewer has hidden. Every name leads to a limited number of series, so
 * that a genre of half the library costs no more than a rare one; the rarer a name, the higher its weight.
 */
export async function findSimilarSeries(db: Db, viewer: Viewer, seriesId: number): Promise<SimilarSeries[]> {
  const revision = await revisionForViewer(db, viewer, 'catalog', 'access')
  // The viewer is part of the key, because only other users count as readers.
  const key = `${seriesId} ${viewer.userId} ${viewer.sees.key}`
  const similar = await similarCache(db).load(key, revision, () => compute(db, viewer, seriesId))
  const hidden = await readHiddenSeriesIds(db, viewer.userId)
  return hidden.length === 0 ? similar : similar.filter((one) => !hidden.includes(one.seriesId))
}

async function compute(db: Db, viewer: Viewer, seriesId: number): Promise<SimilarSeries[]> {
  const [named, readers] = await Promise.all([findNamed(db, viewer, seriesId), findReaders(db, viewer, seriesId)])
  const found = new Map<number, Shared[]>()
  for (const one of [...named, ...readers]) {
    const shared = found.get(one.seriesId)
    if (shared) shared.push(one)
    else found.set(one.seriesId, [one])
  }
  const scored = [...found].map(([id, shared]) => ({
    seriesId: id,
    score: shared.reduce((sum, { weight }) => sum + weight, 0),
    shared,
  }))
  scored.sort((a, b) => b.score - a.score || a.seriesId - b.seriesId)
  const related = await relatedIds(db, seriesId)
  return scored
    .filter((one) => !related.has(one.seriesId))
    .slice(0, MAX_SIMILAR)
    .map(({ seriesId: id, shared }) => ({ seriesId: id, reasons: reasonsOf(shared) }))
}

const MAX_SIMILAR = 50

interface Shared {
  seriesId: number
  kind: SimilarityReason['kind']
  role: string | null
  name: string
  weight: number
}

interface Name {
  kind: 'person' | 'genre' | 'tag'
  id: number
  role: string | null
  name: string
}

/** A series may have a hundred tags from an eager tool; the first are as good as any. */
const MAX_NAMES = { person: 20, genre: 10, tag: 25 } as const
/** Series per name; enough to find those that share several names. */
const MAX_PER_NAME = 400

async function findNamed(db: Db, viewer: Viewer, seriesId: number): Promise<Shared[]> {
  const names = await namesOf(db, seriesId)
  if (names.length === 0) return []
  const parts = names.map((name, index) => seriesWith(db, viewer, seriesId, name, index))
  const { rows } = await sql<{ at: number; id: number }>`${sql.join(parts, sql` union all `)}`.execute(db.slowQuery)
  const counts = new Map<number, number>()
  for (const { at } of rows) counts.set(at, (counts.get(at) ?? 0) + 1)
  return rows.map(({ at, id }) => {
    const name = names[Number(at)]!
    return { ...name, seriesId: id, weight: weightOf(name) / (1 + Math.log(1 + counts.get(at)! / 10)) }
  })
}

async function namesOf(db: Db, seriesId: number): Promise<Name[]> {
  const facet = (kind: 'genre' | 'tag') => sql`select * from (
    select ${sql.lit(kind)} as kind, f.id as id, '' as role, f.name as name
    from ${sql.table(`series_${kind}`)} l cross join ${sql.table(kind)} f
    where l.series_id = ${seriesId} and f.id = ${sql.ref(`l.${kind}_id`)} order by f.name_key limit ${MAX_NAMES[kind]}) x`
  const { rows } = await sql<Name>`select * from (
      select 'person' as kind, f.id as id, l.role as role, f.name as name from series_person l cross join person f
      where l.series_id = ${seriesId} and f.id = l.person_id order by f.name_key, l.role limit ${MAX_NAMES.person}) x
    union all ${facet('genre')} union all ${facet('tag')}`.execute(db.query)
  return rows.map((row) => ({ ...row, role: row.role || null }))
}

function seriesWith(db: Db, viewer: Viewer, seriesId: number, name: Name, at: number): RawBuilder<unknown> {
  const link = sql.table(`series_${name.kind}`)
  const role = name.kind === 'person' ? sql`and l.role = ${name.role}` : sql``
  return sql`select ${sql.lit(at)} as at, o.id as id from (select l.series_id as id from ${link} l
      where ${sql.ref(`l.${name.kind}_id`)} = ${name.id} ${role} limit ${sql.lit(MAX_PER_NAME)}) o
    cross join series s where s.id = o.id and s.id <> ${seriesId} and s.book_count > 0
      and ${visibilityCondition(db.kind, viewer.sees, 's.class')}`
}

function weightOf({ kind, role }: Name): number {
  if (kind === 'genre') return 1.5
  if (kind === 'tag') return 2
  return WEIGHTS[role ?? ''] ?? 2
}
/** The writer makes two series similar, more than the letterer. */
const WEIGHTS: Record<string, number> = {
  ...{ writer: 8, author: 8, co_author: 6, illustrator: 6, penciller: 6, cover_artist: 3, colorist: 3, inker: 3 },
  ...{ letterer: 1, editor: 1, translator: 1 },
}

/** Other users who read both. At least two: what a single user reads is private. */
async function findReaders(db: Db, viewer: Viewer, seriesId: number): Promise<Shared[]> {
  const readers = await db.query
    .selectFrom('series_progress')
    .select('user_id')
    .where('series_id', '=', seriesId)
    .where('user_id', '<>', viewer.userId)
    .orderBy('last_read', 'desc')
    .limit(MAX_READERS)
    .execute()
  if (readers.length < FEWEST_READERS) return []
  const parts = readers.map(
    ({ user_id }) => sql`select * from (select p.series_id as id from series_progress p
      where p.user_id = ${user_id} order by p.last_read desc limit 200) x`,
  )
  const { rows } = await sql<{ id: number; n: number }>`select o.id as id, count(*) as n
    from (${sql.join(parts, sql` union all `)}) o cross join series s
    where s.id = o.id and s.id <> ${seriesId} and s.book_count > 0 and ${visibilityCondition(db.kind, viewer.sees, 's.class')}
    group by o.id having count(*) >= ${FEWEST_READERS} order by count(*) desc, o.id limit 200`.execute(db.slowQuery)
  return rows.map(({ id, n }) => ({
    seriesId: id,
    kind: 'readers',
    role: null,
    name: '',
    weight: Math.min(6, 1.5 * Number(n)),
  }))
}
const MAX_READERS = 30
const FEWEST_READERS = 2

/** Related series are listed separately. */
async function relatedIds(db: Db, seriesId: number): Promise<Set<number>> {
  const rows = await db.query
    .selectFrom('series_relation')
    .select(['series_id', 'other_id'])
    .where((eb) => eb.or([eb('series_id', '=', seriesId), eb('other_id', '=', seriesId)]))
    .where('kind', '<>', 'none')
    .limit(500)
    .execute()
  return new Set(rows.flatMap((row) => [row.series_id, row.other_id]))
}

function reasonsOf(shared: readonly Shared[]): SimilarityReason[] {
  const groups = new Map<string, SimilarityReason & { weight: number }>()
  for (const { kind, role, name, weight } of shared) {
    const key = `${kind} ${role}`
    const group = groups.get(key) ?? { kind, role, names: [], weight: 0 }
    groups.set(key, group)
    group.weight += weight
    if (name && group.names.length < 3) group.names.push(name)
  }
  return [...groups.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ kind, role, names }) => ({ kind, role, names }))
}
