import type { ProviderBookRecord, ProviderSearchResult, ProviderSeriesRecord } from '../protocol/records.ts'
import { idInLink } from './ids-in-links.ts'
import type { MatchFacts } from './match-facts.ts'
import { parseTitleForSearch } from './parse-title-for-search.ts'

export const matchFactsOfResult = (one: ProviderSearchResult): MatchFacts => ({
  titles: [one.title, ...one.alternateTitles],
  year: one.year ?? parseTitleForSearch(one.title).year,
  authors: one.preview.authors,
  count: one.preview.bookCount,
  form: comicOrTextOf(one.preview.format),
  isOneShot: isOneShotFormat(one.preview.format),
})

/** Combines result and full record, as either may lack something. Only search results tell novels from manga. */
export function matchFactsOfCandidate(
  result: ProviderSearchResult,
  record: ProviderSeriesRecord | ProviderBookRecord | undefined,
): MatchFacts {
  const shown = matchFactsOfResult(result)
  if (!record) return shown
  const names = record.authors.map((one) => one.name)
  // A search finds the work; the record is one of its editions.
  const { originalYear } = record as Partial<ProviderBookRecord>
  const [year, ...years] = [record.year, originalYear, shown.year].filter((one) => one !== undefined)
  return {
    ...shown,
    titles: [...new Set([...titlesOfRecord(record), ...shown.titles])],
    year,
    otherYears: years,
    authors: names.length > 0 ? names : shown.authors,
    publisher: record.publisher,
    language: record.language,
    externalIds: [...record.externalIds, ...linksOfRecord(record).flatMap(idInLink)],
    isbns: 'isbns' in record ? record.isbns : [],
    count: ('totalVolumeCount' in record ? record.totalVolumeCount : undefined) ?? shown.count,
    chapters: 'totalChapterCount' in record ? record.totalChapterCount : undefined,
  }
}

const linksOfRecord = ({ externalUrl, externalLinks }: ProviderSeriesRecord | ProviderBookRecord): string[] => [
  ...(externalUrl === undefined ? [] : [externalUrl]),
  ...externalLinks.map(({ url }) => url),
]

function titlesOfRecord(record: ProviderSeriesRecord | ProviderBookRecord): string[] {
  const { subtitle, originalTitle } = record as Partial<ProviderBookRecord>
  const whole = subtitle === undefined ? [] : [`${record.title}: ${subtitle}`]
  return [
    record.title!,
    ...whole,
    ...(originalTitle ? [originalTitle] : []),
    ...record.alternateTitles.map((one) => one.title),
  ]
}

/** The form according to `format` in a search result; undefined for other words. */
export function comicOrTextOf(format: string | undefined): MatchFacts['form'] {
  if (format === undefined) return undefined
  if (/novel/i.test(format)) return /graphic/i.test(format) ? 'comic' : 'text'
  return /^(manga|manhwa|manhua|comic|webtoon|one[_ -]?shot|doujin)/i.test(format) ? 'comic' : undefined
}

export const isOneShotFormat = (format: string | undefined): boolean => /^(one[_ -]?shot|pilot)\b/i.test(format ?? '')
