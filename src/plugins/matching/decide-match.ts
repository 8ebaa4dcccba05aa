import type { BookRecord, SearchResult, SeriesRecord } from '../protocol/records.ts'
import { type MatchFacts, similarity } from './similarity.ts'

export interface MatchCandidate extends SearchResult {
  similarity: number
}

export type MatchDecision =
  | { kind: 'apply'; candidate: MatchCandidate; candidates: MatchCandidate[] }
  | { kind: 'review'; reason: 'doubtful' | 'ambiguous'; candidates: MatchCandidate[] }
  | { kind: 'none'; candidates: MatchCandidate[] }

export interface MatchThresholds {
  applyFrom: number
  reviewFrom: number
}

/** By our own measure, best first; of equals the one that came first. */
export function rankCandidates(ours: MatchFacts, results: readonly SearchResult[]): MatchCandidate[] {
  return results
    .map((one) => ({ ...one, similarity: similarity(ours, matchFactsOfResult(one)) }))
    .sort((a, b) => b.similarity - a.similarity)
}

/** One that fits is applied, unless another fits as well: then a person chooses. */
export function decideMatch(
  candidates: readonly MatchCandidate[],
  { applyFrom, reviewFrom }: MatchThresholds,
): MatchDecision {
  const [best, second] = candidates
  const worthwhile = candidates.filter((one) => one.similarity >= reviewFrom).slice(0, MOST_SHOWN)
  if (!best || worthwhile.length === 0) return { kind: 'none', candidates: [] }
  if (best.similarity < applyFrom) return { kind: 'review', reason: 'doubtful', candidates: worthwhile }
  if (second && best.similarity - second.similarity < LEAST_LEAD && second.similarity >= reviewFrom) {
    return { kind: 'review', reason: 'ambiguous', candidates: worthwhile }
  }
  return { kind: 'apply', candidate: best, candidates: worthwhile }
}

export const matchFactsOfResult = (one: SearchResult): MatchFacts => ({
  titles: [one.title, ...one.alternateTitles],
  year: one.year,
  authors: one.preview.authors,
  count: one.preview.bookCount,
})

/** What the whole record says, for those that the search alone cannot tell apart. */
export function matchFactsOfRecord(record: SeriesRecord | BookRecord): MatchFacts {
  return {
    titles: [record.title!, ...record.alternateTitles.map((one) => one.title)],
    year: record.year,
    authors: record.authors.map((one) => one.name),
    isbns: 'isbns' in record ? record.isbns : [],
    count: 'totalVolumeCount' in record ? record.totalVolumeCount : undefined,
  }
}

export const DEFAULT_APPLY_FROM = 0.85
export const DEFAULT_REVIEW_FROM = 0.5
const LEAST_LEAD = 0.03
const MOST_SHOWN = 10
