import { relationKinds } from '../../contract/enum-values.ts'
import { authorRoles } from '../../contract/metadata.ts'
import type { RelationKind } from '../../contract/relations.ts'
import { languageTag } from '../../formats/values/language.ts'
import {
  arrayOrEmpty,
  integerOrUndefined,
  numberOrUndefined,
  objectOrUndefined,
  textOrUndefined,
  textsOrEmpty,
  webAddressOrUndefined,
} from './untrusted-values.ts'

export interface ProviderSearchResult {
  externalId: string
  title: string
  alternateTitles: string[]
  year?: number
  coverUrl?: string
  relevanceScore?: number
  preview: {
    status?: string
    genres: string[]
    rating?: number
    description?: string
    bookCount?: number
    authors: string[]
    format?: string
  }
}

export interface ProviderCredit {
  name: string
  role: (typeof authorRoles)[number]
  sortName?: string
}
export interface ProviderRating {
  score: number
  voteCount?: number
  source: string
}
interface Link {
  url: string
  label: string
}
interface ExternalId {
  source: string
  externalId: string
}

interface CommonRecord {
  externalId: string
  externalUrl?: string
  title?: string
  alternateTitles: { title: string; label: string }[]
  summary?: string
  year?: number
  language?: string
  genres: string[]
  tags: string[]
  /** Includes artists. */
  authors: ProviderCredit[]
  publisher?: string
  coverUrl?: string
  rating?: ProviderRating
  externalRatings: ProviderRating[]
  externalLinks: Link[]
  externalIds: ExternalId[]
}

export interface ProviderSeriesRecord extends CommonRecord {
  status?: 'ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown'
  totalVolumeCount?: number
  totalChapterCount?: number
  ageRating?: number
  bannerUrl?: string
  readingDirection?: 'ltr' | 'rtl' | 'ttb' | 'webtoon'
  /** Relations to other series, which are identified by the source's ids or titles. */
  relations: { kind: RelationKind; externalId?: string; title?: string }[]
}

export interface ProviderBookRecord extends CommonRecord {
  subtitle?: string
  bookType?: string
  pageCount?: number
  volume?: number
  chapter?: number
  month?: number
  day?: number
  isbns: string[]
  edition?: string
  originalTitle?: string
  originalYear?: number
  translator?: string
  seriesPosition?: number
  seriesTotal?: number
  subjects: string[]
  awards: { name: string; year?: number; category?: string; won: boolean }[]
}

/** Reads a plugin's search response. Skips invalid results instead of rejecting the whole response. */
export function parseProviderSearch(value: unknown): { results: ProviderSearchResult[]; nextCursor?: string } {
  const given = objectOrUndefined(value)
  const nextCursor = textOrUndefined(given?.nextCursor, 1000)
  const results = arrayOrEmpty(given?.results, 100).flatMap(parseProviderSearchResult)
  return { results, ...(nextCursor && { nextCursor }) }
}

export function parseProviderSearchResult(value: unknown): ProviderSearchResult[] {
  const given = objectOrUndefined(value)
  const [externalId, title] = [textOrUndefined(given?.externalId, 1000), textOrUndefined(given?.title, 1000)]
  if (!given || !externalId || !title) return []
  const preview = objectOrUndefined(given.preview) ?? {}
  return [
    defined({
      externalId,
      title,
      alternateTitles: textsOrEmpty(given.alternateTitles, 30),
      year: integerOrUndefined(given.year, -5000, 5000),
      coverUrl: webAddressOrUndefined(given.coverUrl),
      relevanceScore: numberOrUndefined(given.relevanceScore, 0, 1),
      preview: defined({
        status: textOrUndefined(preview.status, 50),
        genres: textsOrEmpty(preview.genres, 20, 100),
        rating: numberOrUndefined(preview.rating, 0, 10),
        description: textOrUndefined(preview.description, 4000),
        bookCount: integerOrUndefined(preview.bookCount, 0, 1_000_000),
        authors: textsOrEmpty(preview.authors, 20, 200),
        format: textOrUndefined(preview.format, 50),
      }),
    }),
  ]
}

/** `metadata/…/match`: the result that the plugin itself considers right. */
export function parseProviderMatch(value: unknown): {
  match: ProviderSearchResult | undefined
  others: ProviderSearchResult[]
} {
  const given = objectOrUndefined(value)
  const [match] = parseProviderSearchResult(given?.match)
  return { match, others: arrayOrEmpty(given?.alternatives, 50).flatMap(parseProviderSearchResult) }
}

/** Undefined: nothing was found. Some plugins return a record without a title when their source is down. */
export function parseProviderSeriesRecord(value: unknown): ProviderSeriesRecord | undefined {
  const given = objectOrUndefined(value)
  const common = given && readCommon(given)
  if (!given || !common?.title) return undefined
  const direction = textOrUndefined(given.readingDirection, 20)
  const status = textOrUndefined(given.status, 20)
  return defined({
    ...common,
    status: STATUSES.find((one) => one === status),
    totalVolumeCount: integerOrUndefined(given.totalVolumeCount ?? given.totalBookCount, 0, 100_000),
    totalChapterCount: numberOrUndefined(given.totalChapterCount, 0, 1_000_000),
    ageRating: integerOrUndefined(given.ageRating, 0, 150),
    bannerUrl: webAddressOrUndefined(given.bannerUrl),
    readingDirection: DIRECTIONS.find((one) => one === direction),
    relations: arrayOrEmpty(given.relations, 100).flatMap(relationOf),
  })
}

export function parseProviderBookRecord(value: unknown): ProviderBookRecord | undefined {
  const given = objectOrUndefined(value)
  const common = given && readCommon(given)
  if (!given || !common?.title) return undefined
  const date = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(textOrUndefined(given.releaseDate, 40) ?? '')
  const isbn = textOrUndefined(given.isbn, 30)
  const isbns = [...new Set([...(isbn ? [isbn] : []), ...textsOrEmpty(given.isbns, 50, 30)].map(isbnOf).filter(isText))]
  return defined({
    ...common,
    year: common.year ?? integerOrUndefined(date?.[1], 0, 9999),
    month: integerOrUndefined(date?.[2], 1, 12),
    day: integerOrUndefined(date?.[3], 1, 31),
    subtitle: textOrUndefined(given.subtitle, 1000),
    bookType: textOrUndefined(given.bookType, 50)
      ?.toLowerCase()
      .replace(/[\s-]+/g, '_'),
    pageCount: integerOrUndefined(given.pageCount, 1, 1_000_000),
    volume: integerOrUndefined(given.volume, 0, 1_000_000),
    chapter: numberOrUndefined(given.chapter, 0, 1_000_000),
    isbns,
    edition: textOrUndefined(given.edition, 500),
    originalTitle: textOrUndefined(given.originalTitle, 1000),
    originalYear: integerOrUndefined(given.originalYear, -5000, 5000),
    translator: textOrUndefined(given.translator, 500),
    seriesPosition: numberOrUndefined(given.seriesPosition, -1_000_000, 1_000_000),
    seriesTotal: integerOrUndefined(given.seriesTotal, 0, 100_000),
    subjects: textsOrEmpty(given.subjects, 200),
    awards: arrayOrEmpty(given.awards, 50).flatMap((one) => {
      const award = objectOrUndefined(one)
      const name = textOrUndefined(award?.name, 500)
      if (!award || !name) return []
      const [year, category] = [integerOrUndefined(award.year, 0, 9999), textOrUndefined(award.category, 500)]
      return [defined({ name, year, category, won: award.won !== false })]
    }),
  })
}

function readCommon(given: Record<string, unknown>): CommonRecord {
  const language = textOrUndefined(given.language, 50)
  return defined({
    externalId: textOrUndefined(given.externalId, 1000) ?? '',
    externalUrl: webAddressOrUndefined(given.externalUrl),
    title: textOrUndefined(given.title, 1000),
    alternateTitles: titlesOf(given.alternateTitles),
    summary: textOrUndefined(given.summary, 50_000),
    year: integerOrUndefined(given.year, -5000, 5000),
    language: language && (languageTag(language) ?? undefined),
    genres: textsOrEmpty(given.genres, 100, 200),
    tags: textsOrEmpty(given.tags, 300, 200),
    authors: creditsOf(given.authors, given.artists),
    publisher: textOrUndefined(given.publisher, 500),
    coverUrl: webAddressOrUndefined(given.coverUrl) ?? largestCoverUrl(given.covers),
    rating: ratingOf(given.rating)[0],
    externalRatings: arrayOrEmpty(given.externalRatings, 50).flatMap(ratingOf),
    externalLinks: arrayOrEmpty(given.externalLinks, 100).flatMap((one) => {
      const [url, label] = [
        webAddressOrUndefined(objectOrUndefined(one)?.url),
        textOrUndefined(objectOrUndefined(one)?.label, 200),
      ]
      return url ? [{ url, label: label ?? new URL(url).host }] : []
    }),
    externalIds: arrayOrEmpty(given.externalIds, 100).flatMap((one) => {
      const [source, id] = [
        textOrUndefined(objectOrUndefined(one)?.source, 200),
        textOrUndefined(objectOrUndefined(one)?.externalId, 1000),
      ]
      return source && id ? [{ source, externalId: id }] : []
    }),
  })
}

/** Numbers repeated labels, so that two titles in one language are both kept. */
function titlesOf(value: unknown): { title: string; label: string }[] {
  const labels = new Map<string, number>()
  const seen = new Set<string>()
  return arrayOrEmpty(value, 100).flatMap((one) => {
    const given = objectOrUndefined(one)
    const title = textOrUndefined(typeof one === 'string' ? one : given?.title, 1000)
    if (!title || seen.has(title.toLowerCase())) return []
    seen.add(title.toLowerCase())
    const label = textOrUndefined(given?.language, 50) ?? textOrUndefined(given?.titleType, 50) ?? 'alternate'
    const count = (labels.get(label) ?? 0) + 1
    labels.set(label, count)
    return [{ title, label: count === 1 ? label : `${label}-${count}` }]
  })
}

/** An unknown role becomes contributor. Artists become illustrators, unless they are already among the authors. */
function creditsOf(authors: unknown, artists: unknown): ProviderCredit[] {
  const credits = arrayOrEmpty(authors, 300).flatMap((one): ProviderCredit[] => {
    const given = objectOrUndefined(one)
    const name = textOrUndefined(typeof one === 'string' ? one : given?.name, 500)
    if (!name) return []
    const word = textOrUndefined(given?.role, 50) ?? 'author'
    const sortName = textOrUndefined(given?.sortName, 500)
    const role = authorRoles.find((known) => known === word) ?? 'contributor'
    return [{ name, role, ...(sortName && { sortName }) }]
  })
  const named = new Set(credits.map((one) => one.name.toLowerCase()))
  const drawn = textsOrEmpty(artists, 100).filter((name) => !named.has(name.toLowerCase()))
  const all = [...credits, ...drawn.map((name): ProviderCredit => ({ name, role: 'illustrator' }))]
  const seen = new Set<string>()
  return all.filter(({ name, role }) => {
    const key = `${role} ${name.toLowerCase()}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Accepts the spellings that sources use: "Spin-off", "SIDE_STORY", "parent". */
function relationOf(value: unknown): ProviderSeriesRecord['relations'] {
  const given = objectOrUndefined(value)
  const word = textOrUndefined(given?.kind ?? given?.type, 50)
    ?.toLowerCase()
    .replace(/[\s-]+/g, '_')
  const kind = relationKinds.find((one) => one === (RELATION_WORDS[word ?? ''] ?? word))
  const [externalId, title] = [textOrUndefined(given?.externalId, 1000), textOrUndefined(given?.title, 1000)]
  return kind && (externalId || title) ? [defined({ kind, externalId, title })] : []
}
const RELATION_WORDS: Record<string, RelationKind> = {
  ...{ spinoff: 'spin_off', sidestory: 'side_story', parent: 'main_story', parent_story: 'main_story' },
  ...{ main: 'main_story', source: 'original', adapted_from: 'original', shared_universe: 'same_universe' },
}

function ratingOf(value: unknown): ProviderRating[] {
  const given = objectOrUndefined(value)
  const [score, source] = [numberOrUndefined(given?.score, 0, 100), textOrUndefined(given?.source, 200)]
  if (score === undefined || !source) return []
  const voteCount = integerOrUndefined(given?.voteCount, 0, 2_147_483_647)
  return [{ score, source, ...(voteCount !== undefined && { voteCount }) }]
}

function largestCoverUrl(value: unknown): string | undefined {
  const sizes = ['small', 'medium', 'large']
  const covers = arrayOrEmpty(value, 20).flatMap((one) => {
    const given = objectOrUndefined(one)
    const url = webAddressOrUndefined(given?.url)
    const width =
      numberOrUndefined(given?.width, 0, 100_000) ?? sizes.indexOf(textOrUndefined(given?.size, 20) ?? '') * 400
    return url ? [{ url, width }] : []
  })
  return covers.sort((a, b) => b.width - a.width)[0]?.url
}

/** Ten or toIsbn13 digits, without hyphens. */
export function isbnOf(text: string): string | undefined {
  const digits = text.replace(/[^0-9Xx]/g, '').toUpperCase()
  return /^(\d{13}|\d{9}[\dX])$/.test(digits) ? digits : undefined
}

const isText = (value: string | undefined): value is string => value !== undefined

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never
}

const STATUSES = ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'] as const
const DIRECTIONS = ['ltr', 'rtl', 'ttb', 'webtoon'] as const
