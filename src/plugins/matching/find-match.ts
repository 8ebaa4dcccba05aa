import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { getRecordFromPlugin, type SearchParams, searchPlugin, type TargetKind } from '../metadata/ask-provider.ts'
import type { ProviderRecord } from '../metadata/preview-record.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { ProviderSearchResult } from '../protocol/records.ts'
import {
  DEFAULT_APPLY_FROM,
  DEFAULT_REVIEW_FROM,
  decideMatch,
  factsOfFormat,
  type MatchDecision,
  type MatchThresholds,
  MIN_LEAD,
  matchFactsOfRecord,
  matchFactsOfResult,
  type RankedCandidate,
  rankCandidates,
  withScore,
} from './decide-match.ts'
import { type MatchFacts, matchScore, possibleScore } from './similarity.ts'

/** What is looked for, and in which words first. */
export interface MatchQuery {
  entity: TargetKind
  known: MatchFacts
  text: string
}

export const thresholdsOf = ({ settings }: PluginView): MatchThresholds => ({
  applyFrom: settings.applyFrom ?? DEFAULT_APPLY_FROM,
  reviewFrom: settings.reviewFrom ?? DEFAULT_REVIEW_FROM,
})

/** By the ISBN, then by the title, then by the other titles, until something fits. */
export async function findMatch(calls: PluginCalls, plugin: PluginView, wanted: MatchQuery): Promise<FoundMatch> {
  const { entity, known } = wanted
  const thresholds = thresholdsOf(plugin)
  const found = new Map<string, RankedCandidate>()
  const isbnHits = new Set<string>()
  const records = new Map<string, ProviderRecord | undefined>()
  const reader: RecordReader = { calls, plugin, entity, records }
  let decision: MatchDecision = { kind: 'none', candidates: [] }
  for (const params of searchesFor(wanted, plugin.settings.resultLimit ?? DEFAULT_RESULTS)) {
    const { results } = await searchPlugin(calls, plugin, entity, params)
    const isByIsbn = params.isbn !== undefined
    for (const one of rankCandidates(known, results)) {
      const score = isByIsbn ? withIsbn(one.score) : one.score
      if (isByIsbn) isbnHits.add(one.externalId)
      const before = found.get(one.externalId)
      if (!before || before.score < score) found.set(one.externalId, withScore(one, score))
    }
    const ranked = bestFirst([...found.values()])
    decision = decideMatch(ranked, thresholds)
    const unsure = [
      ...(decision.kind === 'none' ? [] : worthReading(known, ranked, thresholds, decision)),
      ...(decision.kind === 'apply' ? [] : untold(results, found, thresholds)),
    ]
    if (unsure.length > 0) {
      const again = await readWhole(reader, known, ranked, { unsure, isbnHits })
      decision = decideMatch(again, thresholds, (one) => factsOf(one, records.get(one.externalId)))
    }
    if (decision.kind === 'apply') return { ...decision, record: records.get(decision.candidate.externalId) }
  }
  return decision
}

/** With the record of what is to be applied, where it was read already. */
type FoundMatch = MatchDecision & { record?: ProviderRecord }

/**
 * Where it is doubtful, all that may be meant. Otherwise those that would be as good if the search had told all of them: of
 * two that look the same, the one with more facts would win, and a namesake with few would look certain.
 */
function worthReading(
  known: MatchFacts,
  ranked: readonly RankedCandidate[],
  { reviewFrom }: MatchThresholds,
  decision: MatchDecision,
): RankedCandidate[] {
  const worthwhile = ranked.filter((one) => one.similarity >= reviewFrom)
  if (decision.kind === 'review') return worthwhile.slice(0, MAX_READ)
  const possible = (one: RankedCandidate) => Math.max(one.score, possibleScore(known, matchFactsOfResult(one)))
  const min = ranked[0]!.score - MIN_LEAD
  const rivals = worthwhile.filter((one) => possible(one) > min)
  const isOpen = rivals.some((one) => possible(one) > one.score)
  return isOpen ? rivals.slice(0, MAX_READ) : []
}

/** Providers also find by titles that their results do not show: the first of those that show only one may be meant. */
function untold(
  results: readonly ProviderSearchResult[],
  found: ReadonlyMap<string, RankedCandidate>,
  { reviewFrom }: MatchThresholds,
): RankedCandidate[] {
  return results
    .slice(0, MAX_UNTOLD)
    .filter((one) => one.alternateTitles.length === 0)
    .map((one) => found.get(one.externalId)!)
    .filter((one) => one.similarity < reviewFrom)
}

function searchesFor({ entity, known, text }: MatchQuery, limit: number): SearchParams[] {
  const others = known.titles.filter((title) => title.toLowerCase() !== text.toLowerCase())
  const [author] = known.authors ?? []
  const ofBook = entity === 'book' ? { ...(author && { author }), ...(known.year && { year: known.year }) } : {}
  const byTitle = [text, ...others].slice(0, MAX_SEARCHES).map((query) => ({ query, ...ofBook, limit }))
  // Without its author, too: providers often know another one than the file does.
  if (entity === 'book' && author) byTitle.push({ query: text, limit })
  const isbn = entity === 'book' ? known.isbns?.[0] : undefined
  return isbn === undefined ? byTitle : [{ isbn, limit }, ...byTitle]
}

/** A provider that was asked for an ISBN answers with that book, but a file may carry the ISBN of another one. */
const withIsbn = (score: number) => 0.75 + 0.25 * score

interface RecordReader {
  calls: PluginCalls
  plugin: PluginView
  entity: TargetKind
  records: Map<string, ProviderRecord | undefined>
}

/** A search says little of each: the few that may be meant are read in whole, and compared again. */
async function readWhole(
  { calls, plugin, entity, records }: RecordReader,
  known: MatchFacts,
  ranked: readonly RankedCandidate[],
  { unsure, isbnHits }: { unsure: readonly RankedCandidate[]; isbnHits: ReadonlySet<string> },
): Promise<RankedCandidate[]> {
  const again = await Promise.all(
    unsure.map(async (one) => {
      const { externalId } = one
      if (!records.has(externalId)) records.set(externalId, await findRecord(calls, plugin, entity, externalId))
      const record = records.get(externalId)
      if (!record) return one
      const score = matchScore(known, factsOf(one, record))
      return withScore(one, isbnHits.has(externalId) ? Math.max(score, withIsbn(score)) : score)
    }),
  )
  return bestFirst([...again, ...ranked.filter((one) => !unsure.includes(one))])
}

const factsOf = (one: RankedCandidate, record: ProviderRecord | undefined): MatchFacts =>
  record ? { ...matchFactsOfRecord(record), ...factsOfFormat(one) } : matchFactsOfResult(one)

/** Undefined where the provider does not know it any more. */
export async function findRecord(
  calls: PluginCalls,
  plugin: PluginView,
  entity: TargetKind,
  externalId: string,
): Promise<ProviderRecord | undefined> {
  try {
    return await getRecordFromPlugin(calls, plugin, entity, externalId)
  } catch (error) {
    if (error instanceof PluginError && error.code === rpcCodes.notFound) return undefined
    throw error
  }
}

const bestFirst = (candidates: readonly RankedCandidate[]) => [...candidates].sort((a, b) => b.score - a.score)

const MAX_SEARCHES = 3
/** Some list a dozen spin-offs before the series itself. */
const DEFAULT_RESULTS = 25
const MAX_READ = 4
const MAX_UNTOLD = 3
