import { addBookMetadata } from '../../store/book/full-book.ts'
import { listBookIds } from '../../store/book/list.ts'
import { readBooks } from '../../store/book/read.ts'
import { type FacetView, type ListedFacet, listFacetValues } from '../../store/facet/list.ts'
import {
  listUsedAgeRatings as listAgeRatingsInLibraries,
  listUsedBookTags,
  listUsedSharingTags,
} from '../../store/facet/list-used-values.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Db } from '../../store/open.ts'
import { listSeriesIds } from '../../store/series/list.ts'
import { readSeries } from '../../store/series/read.ts'
import {
  readSeriesMetadataForLists,
  type SeriesMetadataForLists,
} from '../../store/series/series-metadata-for-lists.ts'
import type { SeriesView } from '../../store/series/view.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentKomgaAuthors } from './present/authors.ts'
import { commaSeparatedOf, type KomgaQuery } from './read-query.ts'
import { komgaRoleOf } from './search/translate-role.ts'

export type NamedFacet = 'genre' | 'tag' | 'publisher' | 'language' | 'year'
export type AuthorRef = { name: string; role: string }

/** The scope of the names: everything, some libraries, or the content of a list or a series. */
interface Within {
  libraries: string[] | undefined
  collections: string[]
  series: string[]
  readLists: string[]
}

export function facetScopeOf(query: KomgaQuery): Within {
  const libraries = commaSeparatedOf(query, 'library_id')
  return {
    libraries: libraries.length > 0 ? libraries : undefined,
    collections: commaSeparatedOf(query, 'collection_id'),
    series: commaSeparatedOf(query, 'series_id'),
    readLists: commaSeparatedOf(query, 'readlist_id'),
  }
}

export async function listFacetNames(
  db: Db,
  viewer: Viewer,
  what: NamedFacet,
  within: Within,
  of: 'series' | 'book' | 'both' = 'both',
): Promise<string[]> {
  if (within.series.length > 0 || within.readLists.length > 0) {
    return what === 'tag' ? tagsWithin(db, viewer, within, of) : []
  }
  if (within.collections.length > 0) {
    const found = await seriesWithin(db, viewer, within)
    return sorted(found.flatMap((series) => (what === 'tag' ? tagsOf(series, of) : namesOf(series, what))))
  }
  if (what === 'tag' && of === 'book') return listUsedBookTags(db, viewer, within.libraries)
  const used = (view: FacetView) => (of === 'series' ? view.seriesCount : view.seriesCount + view.bookCount) > 0
  return (await facetOf(db, viewer, what, within)).filter(used).map((view) => view.name)
}

/** The tags of some books, and of their series. */
async function tagsWithin(db: Db, viewer: Viewer, within: Within, of: 'series' | 'book' | 'both'): Promise<string[]> {
  const books = await booksWithin(db, viewer, within)
  const ofBooks = of === 'series' ? [] : books.flatMap((book) => book.tags)
  if (of === 'book') return sorted(ofBooks)
  const ids = [...new Set(books.map((book) => book.seriesId))]
  const extras = await readSeriesMetadataForLists(db, viewer, ids)
  return sorted([...ofBooks, ...ids.flatMap((id) => extras.get(id)?.tags ?? [])])
}

const tagsOf = ({ tags, bookTags }: SeriesMetadataForLists, of: 'series' | 'book' | 'both'): string[] =>
  of === 'both' ? [...tags, ...bookTags] : of === 'series' ? tags : bookTags

/** Newest year first, as in Komga. */
export async function listReleaseYears(db: Db, viewer: Viewer, within: Within): Promise<string[]> {
  return (await listFacetNames(db, viewer, 'year', within)).reverse()
}

export async function listAgeRatings(db: Db, viewer: Viewer, within: Within): Promise<(number | null)[]> {
  if (within.collections.length === 0) return listAgeRatingsInLibraries(db, viewer, within.libraries)
  const ages = new Set((await seriesWithin(db, viewer, within)).map((series) => series.ageRating))
  return [...ages].sort((a, b) => (a ?? -1) - (b ?? -1))
}

export async function listSharingLabels(db: Db, viewer: Viewer, within: Within): Promise<string[]> {
  if (within.collections.length === 0) return listUsedSharingTags(db, viewer, within.libraries)
  return sorted((await seriesWithin(db, viewer, within)).flatMap((series) => series.sharingTags))
}

/** Everyone with all their roles. */
export async function listAuthors(db: Db, viewer: Viewer, within: Within): Promise<AuthorRef[]> {
  if (within.series.length > 0 || within.readLists.length > 0) {
    return distinct((await booksWithin(db, viewer, within)).flatMap((book) => book.authors))
  }
  if (within.collections.length > 0) {
    return distinct((await seriesWithin(db, viewer, within)).flatMap((series) => presentKomgaAuthors(series.authors)))
  }
  const people = await facetOf(db, viewer, 'person', within)
  return distinct(people.flatMap(({ name, roles }) => roles.map((role) => ({ name, role: komgaRoleOf(role) }))))
}

const ALL = { limit: 1_000_000, offset: 0 }

/** For several libraries, merges the names of each. */
async function facetOf(db: Db, viewer: Viewer, facet: ListedFacet, { libraries }: Within): Promise<FacetView[]> {
  if (!libraries) return (await listFacetValues(db, viewer, facet, {}, ALL)).data
  const lists = await Promise.all(libraries.map((libraryId) => listFacetValues(db, viewer, facet, { libraryId }, ALL)))
  if (lists.length === 1) return lists[0]!.data
  const all = new Map<string, FacetView>()
  for (const view of lists.flatMap((list) => list.data)) {
    const known = all.get(view.name)
    all.set(view.name, known ? { ...view, roles: [...new Set([...known.roles, ...view.roles])] } : view)
  }
  return [...all.values()].sort((a, b) => collator.compare(a.name, b.name))
}

type SeriesWithin = SeriesView & SeriesMetadataForLists

async function seriesWithin(db: Db, viewer: Viewer, { collections }: Within): Promise<SeriesWithin[]> {
  const { ids } = await listSeriesIds(
    db,
    viewer,
    { filter: { collection: collections } },
    { limit: MAX_MEMBERS, offset: 0 },
  )
  const found: SeriesWithin[] = []
  for (const some of inChunks(ids)) {
    const [views, extras] = [await readSeries(db, viewer, some), await readSeriesMetadataForLists(db, viewer, some)]
    found.push(...views.map((view) => ({ ...view, ...extras.get(view.id)! })))
  }
  return found
}

async function booksWithin(db: Db, viewer: Viewer, { series, readLists }: Within) {
  const filter = series.length > 0 ? { seriesId: { op: 'in' as const, ids: series } } : { readList: readLists }
  const { ids } = await listBookIds(db, viewer, { filter }, { limit: MAX_MEMBERS, offset: 0 })
  const found: { seriesId: number; tags: string[]; authors: AuthorRef[] }[] = []
  for (const some of inChunks(ids)) {
    const books = await addBookMetadata(db, await readBooks(db, viewer, some))
    found.push(
      ...books.map(({ seriesId, meta }) => ({
        seriesId,
        tags: meta.tags.map((tag) => tag.name),
        authors: presentKomgaAuthors(meta.authors),
      })),
    )
  }
  return found
}

const MAX_MEMBERS = 5000

function namesOf(series: SeriesWithin, what: Exclude<NamedFacet, 'tag'>): string[] {
  if (what === 'genre') return series.genres
  const value = series[what]
  return value === null ? [] : [String(value)]
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort(collator.compare)

function distinct(authors: readonly AuthorRef[]): AuthorRef[] {
  return [...new Map(authors.map((author) => [`${author.role} ${author.name}`, author])).values()].sort(
    (a, b) => collator.compare(a.name, b.name) || collator.compare(a.role, b.role),
  )
}
