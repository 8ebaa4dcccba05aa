import type { ProviderBookRecord, ProviderSearchResult, ProviderSeriesRecord } from '../protocol/records.ts'
import { normaliseTitle } from './normalise-title.ts'
import { parseTitleForSearch } from './parse-title-for-search.ts'
import { sharePerson } from './share-person.ts'
import {
  comicOrTextOf,
  isOfOtherLanguage,
  isOneShotFormat,
  isSameWork,
  type MatchFacts,
  MIN_REPRINT_YEARS,
  TIE_BREAKER,
} from './similarity.ts'

export interface ProviderMatchCandidate extends ProviderSearchResult {
  similarity: number
}

/** `score` decides between two candidates: both similarities may be 1 while one matches in more ways. */
export interface RankedCandidate extends ProviderMatchCandidate {
  score: number
}

/** All known facts of a candidate, beyond what its search result shows. */
export type ReadCandidateFacts = (candidate: RankedCandidate) => MatchFacts

export type MatchDecision =
  | { kind: 'apply'; candidate: ProviderMatchCandidate; candidates: ProviderMatchCandidate[] }
  | { kind: 'review'; reason: 'doubtful' | 'ambiguous'; candidates: ProviderMatchCandidate[] }
  | { kind: 'none'; candidates: ProviderMatchCandidate[] }

export interface MatchThresholds {
  applyFrom: number
  reviewFrom: number
}

export const withScore = <T extends ProviderSearchResult>(one: T, score: number) => ({
  ...one,
  score,
  similarity: Math.min(1, score),
})

/**
 * A good match is applied, unless another work matches as well: then a user chooses. Of editions, the first is taken.
 */
export function decideMatch(
  candidates: readonly RankedCandidate[],
  { applyFrom, reviewFrom }: MatchThresholds,
  factsOf: ReadCandidateFacts = matchFactsOfResult,
): MatchDecision {
  const best = originalOf(candidates, factsOf)
  const second = candidates.find((one) => one !== best && !(best && isSameWork(factsOf(best), factsOf(one))))
  const worthwhile = candidates
    .filter((one) => one.similarity >= reviewFrom)
    .slice(0, MAX_SHOWN)
    .map(({ score: _, ...one }) => one)
  if (!best || worthwhile.length === 0) return { kind: 'none', candidates: [] }
  if (best.similarity < applyFrom) return { kind: 'review', reason: 'doubtful', candidates: worthwhile }
  const isTooClose =
    second !== undefined &&
    second.similarity >= reviewFrom &&
    best.score - second.score < requiredLead(factsOf(best), factsOf(second))
  const isPilot = candidates.some((one) => one.similarity >= reviewFrom && isPilotOf(factsOf(best), factsOf(one)))
  if (isTooClose || isPilot) {
    return { kind: 'review', reason: 'ambiguous', candidates: worthwhile }
  }
  const { score: _, ...candidate } = best
  return { kind: 'apply', candidate, candidates: worthwhile }
}

function requiredLead(best: MatchFacts, second: MatchFacts): number {
  if (mayBeNovelAndManga(best, second)) return MIN_LEAD_WITHOUT_FORMS
  // A known form tells the manga from the novel, but not from a work of other people whose form nobody states.
  const leadsByForm = best.form !== undefined && second.form === undefined
  return leadsByForm && sharePerson(best.authors, second.authors) === false ? MIN_LEAD + TIE_BREAKER : MIN_LEAD
}

/** The same title by the same people within a few years, and nobody says which is the novel and which the manga. */
function mayBeNovelAndManga(a: MatchFacts, b: MatchFacts): boolean {
  const isTitledAlike = a.titles[0]?.toLowerCase() === b.titles[0]?.toLowerCase()
  const isFormUnknown = a.form === undefined && b.form === undefined
  return isFormUnknown && isTitledAlike && isWithinYears(a, b) && sharePerson(a.authors, b.authors) === true
}

/**
 * A single story before a series of its name. A single book is often dated a year early or late, so its year doesn't
 * tell which of the two it is.
 */
function isPilotOf(pilot: MatchFacts, series: MatchFacts): boolean {
  const isSingle = pilot.isOneShot || (pilot.form === undefined && pilot.count === 1)
  const isSooner = (pilot.year ?? 0) <= (series.year ?? 9999) && isWithinYears(pilot, series)
  if (!isSingle || series.isOneShot || series.form === 'text' || pilot === series || !isSooner) return false
  // A translation carries the title of the original, too, but nobody begins a series in another language.
  if (isOfOtherLanguage(pilot, series)) return false
  const titles = new Set(series.titles.map(normaliseTitle))
  const sharesTitle = pilot.titles.some((title) => titles.has(normaliseTitle(title)))
  return sharesTitle && sharePerson(pilot.authors, series.authors) !== false
}

/** Also if either year is unknown. */
const isWithinYears = (a: MatchFacts, b: MatchFacts): boolean =>
  a.year === undefined || b.year === undefined || Math.abs(a.year - b.year) < MIN_REPRINT_YEARS

/** Of editions of one work that match equally well, the earliest; the best one may be the earliest if it is undated. */
function originalOf(candidates: readonly RankedCandidate[], factsOf: ReadCandidateFacts): RankedCandidate | undefined {
  const [best] = candidates
  if (!best) return undefined
  if (factsOf(best).year === undefined) return best
  const editions = candidates.filter(
    (one) => best.score - one.score < MIN_LEAD && (one === best || isSameWork(factsOf(best), factsOf(one))),
  )
  return editions.reduce((first, one) => ((factsOf(one).year ?? 9999) < (factsOf(first).year ?? 9999) ? one : first))
}

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
    externalIds: record.externalIds,
    isbns: 'isbns' in record ? record.isbns : [],
    count: ('totalVolumeCount' in record ? record.totalVolumeCount : undefined) ?? shown.count,
    chapters: 'totalChapterCount' in record ? record.totalChapterCount : undefined,
  }
}

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

export const DEFAULT_APPLY_FROM = 0.85
export const DEFAULT_REVIEW_FROM = 0.5
export const MIN_LEAD = 0.03
/** The same number of volumes doesn't tell a novel from its manga, the year does. */
const MIN_LEAD_WITHOUT_FORMS = 0.045
const MAX_SHOWN = 10
