import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/call-plugin.ts'
import { getFromPlugin, type SearchParams, searchPlugin, type TargetKind } from '../metadata/ask-provider.ts'
import type { AnyRecord } from '../metadata/compare-fields.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import {
  DEFAULT_APPLY_FROM,
  DEFAULT_REVIEW_FROM,
  decideMatch,
  type MatchCandidate,
  type MatchDecision,
  type MatchThresholds,
  matchFactsOfRecord,
  rankCandidates,
} from './decide-match.ts'
import { type MatchFacts, similarity } from './similarity.ts'

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
export async function findMatch(calls: PluginCalls, plugin: PluginView, wanted: MatchQuery): Promise<MatchDecision> {
  const { entity, known } = wanted
  const thresholds = thresholdsOf(plugin)
  const found = new Map<string, MatchCandidate>()
  const isbnHits = new Set<string>()
  let decision: MatchDecision = { kind: 'none', candidates: [] }
  for (const params of searchesFor(wanted, plugin.settings.resultLimit ?? 10)) {
    const { results } = await searchPlugin(calls, plugin, entity, params)
    const isByIsbn = params.isbn !== undefined
    for (const one of rankCandidates(known, results)) {
      const score = isByIsbn ? withIsbn(one.similarity) : one.similarity
      if (isByIsbn) isbnHits.add(one.externalId)
      const before = found.get(one.externalId)
      if (!before || before.similarity < score) found.set(one.externalId, { ...one, similarity: score })
    }
    decision = decideMatch(bestFirst([...found.values()]), thresholds)
    if (decision.kind === 'review') {
      decision = decideMatch(await readWhole(calls, plugin, wanted, [...found.values()], isbnHits), thresholds)
    }
    if (decision.kind === 'apply') return decision
  }
  return decision
}

function searchesFor({ entity, known, text }: MatchQuery, limit: number): SearchParams[] {
  const others = known.titles.filter((title) => title.toLowerCase() !== text.toLowerCase())
  const [author] = known.authors ?? []
  const ofBook = entity === 'book' ? { ...(author && { author }), ...(known.year && { year: known.year }) } : {}
  const byTitle = [text, ...others].slice(0, MOST_SEARCHES).map((query) => ({ query, ...ofBook, limit }))
  // Without its author, too: providers often know another one than the file does.
  if (entity === 'book' && author) byTitle.push({ query: text, limit })
  const isbn = entity === 'book' ? known.isbns?.[0] : undefined
  return isbn === undefined ? byTitle : [{ isbn, limit }, ...byTitle]
}

/** A provider that was asked for an ISBN answers with that book, but a file may carry the ISBN of another one. */
const withIsbn = (score: number) => 0.75 + 0.25 * score

/** A search says little of each: the few that may be meant are read in whole, and compared again. */
async function readWhole(
  calls: PluginCalls,
  plugin: PluginView,
  { entity, known }: MatchQuery,
  candidates: readonly MatchCandidate[],
  isbnHits: ReadonlySet<string>,
): Promise<MatchCandidate[]> {
  const { reviewFrom } = thresholdsOf(plugin)
  const ranked = bestFirst(candidates)
  const few = ranked.filter((one) => one.similarity >= reviewFrom).slice(0, MOST_READ)
  const again = await Promise.all(
    few.map(async (one) => {
      const record = await findRecord(calls, plugin, entity, one.externalId)
      if (!record) return one
      const score = similarity(known, matchFactsOfRecord(record))
      return { ...one, similarity: isbnHits.has(one.externalId) ? Math.max(score, withIsbn(score)) : score }
    }),
  )
  return bestFirst([...again, ...ranked.filter((one) => !few.includes(one))])
}

/** Undefined where the provider does not know it any more. */
export async function findRecord(
  calls: PluginCalls,
  plugin: PluginView,
  entity: TargetKind,
  externalId: string,
): Promise<AnyRecord | undefined> {
  try {
    return await getFromPlugin(calls, plugin, entity, externalId)
  } catch (error) {
    if (error instanceof PluginError && error.code === rpcCodes.notFound) return undefined
    throw error
  }
}

const bestFirst = (candidates: readonly MatchCandidate[]) => [...candidates].sort((a, b) => b.similarity - a.similarity)

const MOST_SEARCHES = 3
const MOST_READ = 4
