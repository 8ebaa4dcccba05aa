import { relationKinds } from '../../contract/enum-values.ts'
import { authorRoles } from '../../contract/metadata.ts'
import type { RelationKind } from '../../contract/relations.ts'
import { languageTag } from '../../formats/values/language.ts'
import { asArray, asInteger, asNumber, asObject, asText, asTexts, asWebAddress } from './values.ts'

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
  /** Artists among them. */
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
  readingDirection?: 'ltr' | 'rtl' | 'ttb' | 'webtoon'
  /** What other series are to this one, by the ids or titles under which the source knows them. */
  relations: { kind: RelationKind; externalId?: string; title?: string }[]
}

export interface ProviderBookRecord extends CommonRecord {
  subtitle?: string
  bookType?: string
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

/** Reads what a plugin found. One that makes no sense is left out, not the whole answer. */
export function parseProviderSearch(value: unknown): { results: ProviderSearchResult[]; nextCursor?: string } {
  const given = asObject(value)
  const nextCursor = asText(given?.nextCursor, 1000)
  const results = asArray(given?.results, 100).flatMap(parseProviderSearchResult)
  return { results, ...(nextCursor && { nextCursor }) }
}

export function parseProviderSearchResult(value: unknown): ProviderSearchResult[] {
  const given = asObject(value)
  const [externalId, title] = [asText(given?.externalId, 1000), asText(given?.title, 1000)]
  if (!given || !externalId || !title) return []
  const preview = asObject(given.preview) ?? {}
  return [
    defined({
      externalId,
      title,
      alternateTitles: asTexts(given.alternateTitles, 30),
      year: asInteger(given.year, -5000, 5000),
      coverUrl: asWebAddress(given.coverUrl),
      relevanceScore: asNumber(given.relevanceScore, 0, 1),
      preview: defined({
        status: asText(preview.status, 50),
        genres: asTexts(preview.genres, 20, 100),
        rating: asNumber(preview.rating, 0, 10),
        description: asText(preview.description, 4000),
        bookCount: asInteger(preview.bookCount, 0, 1_000_000),
        authors: asTexts(preview.authors, 20, 200),
        format: asText(preview.format, 50),
      }),
    }),
  ]
}

/** `metadata/…/match`: what the plugin itself takes for the right one. */
export function parseProviderMatch(value: unknown): {
  match: ProviderSearchResult | undefined
  others: ProviderSearchResult[]
} {
  const given = asObject(value)
  const [match] = parseProviderSearchResult(given?.match)
  return { match, others: asArray(given?.alternatives, 50).flatMap(parseProviderSearchResult) }
}

/** Undefined: nothing was found. A record without a title is what some plugins answer when their source is down. */
export function parseProviderSeriesRecord(value: unknown): ProviderSeriesRecord | undefined {
  const given = asObject(value)
  const common = given && readCommon(given)
  if (!given || !common?.title) return undefined
  const direction = asText(given.readingDirection, 20)
  const status = asText(given.status, 20)
  return defined({
    ...common,
    status: STATUSES.find((one) => one === status),
    totalVolumeCount: asInteger(given.totalVolumeCount ?? given.totalBookCount, 0, 100_000),
    totalChapterCount: asNumber(given.totalChapterCount, 0, 1_000_000),
    ageRating: asInteger(given.ageRating, 0, 150),
    readingDirection: DIRECTIONS.find((one) => one === direction),
    relations: asArray(given.relations, 100).flatMap(relationOf),
  })
}

export function parseProviderBookRecord(value: unknown): ProviderBookRecord | undefined {
  const given = asObject(value)
  const common = given && readCommon(given)
  if (!given || !common?.title) return undefined
  const date = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(asText(given.releaseDate, 40) ?? '')
  const isbn = asText(given.isbn, 30)
  const isbns = [...new Set([...(isbn ? [isbn] : []), ...asTexts(given.isbns, 50, 30)].map(isbnOf).filter(isText))]
  return defined({
    ...common,
    year: common.year ?? asInteger(date?.[1], 0, 9999),
    month: asInteger(date?.[2], 1, 12),
    day: asInteger(date?.[3], 1, 31),
    subtitle: asText(given.subtitle, 1000),
    bookType: asText(given.bookType, 50)
      ?.toLowerCase()
      .replace(/[\s-]+/g, '_'),
    volume: asInteger(given.volume, 0, 1_000_000),
    chapter: asNumber(given.chapter, 0, 1_000_000),
    isbns,
    edition: asText(given.edition, 500),
    originalTitle: asText(given.originalTitle, 1000),
    originalYear: asInteger(given.originalYear, -5000, 5000),
    translator: asText(given.translator, 500),
    seriesPosition: asNumber(given.seriesPosition, -1_000_000, 1_000_000),
    seriesTotal: asInteger(given.seriesTotal, 0, 100_000),
    subjects: asTexts(given.subjects, 200),
    awards: asArray(given.awards, 50).flatMap((one) => {
      const award = asObject(one)
      const name = asText(award?.name, 500)
      if (!award || !name) return []
      const [year, category] = [asInteger(award.year, 0, 9999), asText(award.category, 500)]
      return [defined({ name, year, category, won: award.won !== false })]
    }),
  })
}

function readCommon(given: Record<string, unknown>): CommonRecord {
  const language = asText(given.language, 50)
  return defined({
    externalId: asText(given.externalId, 1000) ?? '',
    externalUrl: asWebAddress(given.externalUrl),
    title: asText(given.title, 1000),
    alternateTitles: titlesOf(given.alternateTitles),
    summary: asText(given.summary, 50_000),
    year: asInteger(given.year, -5000, 5000),
    language: language && (languageTag(language) ?? undefined),
    genres: asTexts(given.genres, 100, 200),
    tags: asTexts(given.tags, 300, 200),
    authors: creditsOf(given.authors, given.artists),
    publisher: asText(given.publisher, 500),
    coverUrl: asWebAddress(given.coverUrl) ?? largestCoverUrl(given.covers),
    rating: ratingOf(given.rating)[0],
    externalRatings: asArray(given.externalRatings, 50).flatMap(ratingOf),
    externalLinks: asArray(given.externalLinks, 100).flatMap((one) => {
      const [url, label] = [asWebAddress(asObject(one)?.url), asText(asObject(one)?.label, 200)]
      return url ? [{ url, label: label ?? new URL(url).host }] : []
    }),
    externalIds: asArray(given.externalIds, 100).flatMap((one) => {
      const [source, id] = [asText(asObject(one)?.source, 200), asText(asObject(one)?.externalId, 1000)]
      return source && id ? [{ source, externalId: id }] : []
    }),
  })
}

/** Repeated labels are counted: two titles in one language are two. */
function titlesOf(value: unknown): { title: string; label: string }[] {
  const labels = new Map<string, number>()
  const seen = new Set<string>()
  return asArray(value, 100).flatMap((one) => {
    const given = asObject(one)
    const title = asText(typeof one === 'string' ? one : given?.title, 1000)
    if (!title || seen.has(title.toLowerCase())) return []
    seen.add(title.toLowerCase())
    const label = asText(given?.language, 50) ?? asText(given?.titleType, 50) ?? 'alternate'
    const count = (labels.get(label) ?? 0) + 1
    labels.set(label, count)
    return [{ title, label: count === 1 ? label : `${label}-${count}` }]
  })
}

/** An unknown role is a contributor. Artists illustrate, unless they are named already. */
function creditsOf(authors: unknown, artists: unknown): ProviderCredit[] {
  const credits = asArray(authors, 300).flatMap((one): ProviderCredit[] => {
    const given = asObject(one)
    const name = asText(typeof one === 'string' ? one : given?.name, 500)
    if (!name) return []
    const word = asText(given?.role, 50) ?? 'author'
    const sortName = asText(given?.sortName, 500)
    const role = authorRoles.find((known) => known === word) ?? 'contributor'
    return [{ name, role, ...(sortName && { sortName }) }]
  })
  const named = new Set(credits.map((one) => one.name.toLowerCase()))
  const drawn = asTexts(artists, 100).filter((name) => !named.has(name.toLowerCase()))
  const all = [...credits, ...drawn.map((name): ProviderCredit => ({ name, role: 'illustrator' }))]
  const seen = new Set<string>()
  return all.filter(({ name, role }) => {
    const key = `${role} ${name.toLowerCase()}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Written as sources do: "Spin-off", "SIDE_STORY", "parent". */
function relationOf(value: unknown): ProviderSeriesRecord['relations'] {
  const given = asObject(value)
  const word = asText(given?.kind ?? given?.type, 50)
    ?.toLowerCase()
    .replace(/[\s-]+/g, '_')
  const kind = relationKinds.find((one) => one === (RELATION_WORDS[word ?? ''] ?? word))
  const [externalId, title] = [asText(given?.externalId, 1000), asText(given?.title, 1000)]
  return kind && (externalId || title) ? [defined({ kind, externalId, title })] : []
}
const RELATION_WORDS: Record<string, RelationKind> = {
  ...{ spinoff: 'spin_off', sidestory: 'side_story', parent: 'main_story', parent_story: 'main_story' },
  ...{ main: 'main_story', source: 'original', adapted_from: 'original', shared_universe: 'same_universe' },
}

function ratingOf(value: unknown): ProviderRating[] {
  const given = asObject(value)
  const [score, source] = [asNumber(given?.score, 0, 100), asText(given?.source, 200)]
  if (score === undefined || !source) return []
  const voteCount = asInteger(given?.voteCount, 0, 2_147_483_647)
  return [{ score, source, ...(voteCount !== undefined && { voteCount }) }]
}

function largestCoverUrl(value: unknown): string | undefined {
  const sizes = ['small', 'medium', 'large']
  const covers = asArray(value, 20).flatMap((one) => {
    const given = asObject(one)
    const url = asWebAddress(given?.url)
    const width = asNumber(given?.width, 0, 100_000) ?? sizes.indexOf(asText(given?.size, 20) ?? '') * 400
    return url ? [{ url, width }] : []
  })
  return covers.sort((a, b) => b.width - a.width)[0]?.url
}

/** Ten or thirteen digits, without hyphens. */
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
