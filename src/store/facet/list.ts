import { type RawBuilder, sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import { listSignatureOf } from '../list/list-signature.ts'
import type { PageRange } from '../list/page-range.ts'
import { visibilityInLibraries } from '../list/visibility-in-libraries.ts'
import type { Db } from '../open.ts'
import { revisionForViewer } from '../revision.ts'
import { facetKey, foldLetters } from '../text/fold-letters.ts'
import { nameMatcher } from '../text/name-matcher.ts'
import { bytesToUuid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import { countUses } from './count-uses.ts'

/** The values by which books and series can be grouped. */
export const listedFacets = ['genre', 'tag', 'person', 'publisher', 'imprint', 'language', 'year'] as const
export type ListedFacet = (typeof listedFacets)[number]

export interface FacetView {
  /** Public id; only genres and tags have one. */
  uid: string | null
  name: string
  /** Series that have it. */
  seriesCount: number
  /** Books that have it directly or through their series; for people, books that credit them. */
  bookCount: number
  /** A person's roles. */
  roles: string[]
  createdAt: number | null
}

export interface FacetQuery {
  libraryId?: string
  /** Part of the name. */
  search?: string
  role?: string
}

const facetsCache = defineCache<string, FacetView[]>('facets', { maxEntries: 24 })

/**
 * All names with their number of uses, as far as the viewer may see them: a genre that only hidden series have is
 * hidden too. Counted once, off the thread that serves requests, and cached until the catalogue changes.
 */
export async function listFacetValues(
  db: Db,
  viewer: Viewer,
  facet: ListedFacet,
  query: FacetQuery,
  rows: PageRange,
): Promise<{ data: FacetView[]; total: number }> {
  const sees = await visibilityInLibraries(db, viewer, query.libraryId)
  const revision = await revisionForViewer(db, viewer, 'catalog', 'access')
  const all = await facetsCache(db).load(listSignatureOf(facet, sees.key), revision, () => count(db, sees, facet))
  const isNamed = nameMatcher(query.search?.trim() ?? '')
  const found = all.filter((one) => isNamed(one.name) && (!query.role || one.roles.includes(query.role)))
  return { data: found.slice(rows.offset, rows.offset + rows.limit), total: found.length }
}

async function count(db: Db, sees: Visibility, facet: ListedFacet): Promise<FacetView[]> {
  const views = await (isLinked(facet) ? linked(db, sees, facet) : columns(db, sees, facet))
  return views.sort((a, b) => a.key - b.key || compare(a.sort, b.sort)).map(({ view }) => view)
}

/** Named in a table of its own; the others are columns of the series. */
type LinkedFacet = 'genre' | 'tag' | 'person'
const isLinked = (facet: ListedFacet): facet is LinkedFacet =>
  facet === 'genre' || facet === 'tag' || facet === 'person'

interface Sortable {
  key: number
  sort: string
  view: FacetView
}

async function linked(db: Db, sees: Visibility, facet: LinkedFacet): Promise<Sortable[]> {
  const isEditable = facet === 'genre' || facet === 'tag'
  const used = await countUses(db, sees, facet)
  const named = await namesOf(db, facet)
  return named
    .filter((row) => used.has(row.id) || (sees.everything && isEditable))
    .map((row) => {
      const { series = 0, books = 0, roles = new Set<string>() } = used.get(row.id) ?? {}
      const view: FacetView = {
        uid: row.uid && bytesToUuid(row.uid),
        name: row.name,
        seriesCount: series,
        bookCount: books,
        roles: [...roles].sort(),
        createdAt: row.created_at,
      }
      return { key: 0, sort: row.name_key, view }
    })
}

async function namesOf(db: Db, facet: LinkedFacet) {
  if (facet === 'person') {
    const named = await db.slowQuery.selectFrom(facet).select(['id', 'name', 'name_key']).execute()
    return named.map((row) => ({ ...row, uid: null, created_at: null }))
  }
  return db.slowQuery.selectFrom(facet).select(['id', 'uid', 'name', 'name_key', 'created_at']).execute()
}

async function columns(db: Db, sees: Visibility, facet: Exclude<ListedFacet, LinkedFacet>): Promise<Sortable[]> {
  const key = COLUMNS[facet]
  const { rows } = await sql<{ name: string | number; n: number; books: number }>`
    select min(${facet === 'publisher' ? publisherName(db.kind) : key}) as name, count(*) as n, sum(s.book_count) as books
    from series s where ${key} is not null and ${visibilityCondition(db.kind, sees, 's.class')}
    group by ${key}`.execute(db.slowQuery)
  const found = rows.map((row) => ({
    key: typeof row.name === 'number' ? row.name : 0,
    sort: foldLetters(String(row.name)),
    view: {
      uid: null,
      name: String(row.name),
      seriesCount: row.n,
      bookCount: row.books,
      roles: [],
      createdAt: null,
    },
  }))
  return facet === 'imprint' ? withOneSpelling(found) : found
}

/** Imprints are stored as they are written: those that differ in case or accents only are one. */
function withOneSpelling(found: readonly Sortable[]): Sortable[] {
  const byKey = new Map<string, Sortable>()
  for (const one of found.toSorted((a, b) => compare(a.view.name, b.view.name))) {
    const key = facetKey(one.view.name)
    const first = byKey.get(key)
    if (first) {
      first.view.seriesCount += one.view.seriesCount
      first.view.bookCount += one.view.bookCount
    } else if (key) byKey.set(key, one)
  }
  return [...byKey.values()]
}

/** The first of several spellings by its bytes, on both databases. */
const publisherName = (kind: Db['kind']) => (kind === 'sqlite' ? sql`s.publisher` : sql`s.publisher collate "C"`)

const COLUMNS: Record<Exclude<ListedFacet, LinkedFacet>, RawBuilder<unknown>> = {
  publisher: sql.ref('s.publisher_key'),
  imprint: sql.ref('s.imprint'),
  language: sql.ref('s.language'),
  year: sql.ref('s.year'),
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
