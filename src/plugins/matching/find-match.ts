import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { type FoundMatch, openCandidateSearch } from './candidate-search.ts'
import { DEFAULT_APPLY_FROM, DEFAULT_REVIEW_FROM, type MatchThresholds } from './decide-match.ts'
import { type MatchQuery, otherSearchTexts, searchesFor } from './search-texts.ts'

export const thresholdsOf = ({ settings }: PluginView): MatchThresholds => ({
  applyFrom: settings.applyFrom ?? DEFAULT_APPLY_FROM,
  reviewFrom: settings.reviewFrom ?? DEFAULT_REVIEW_FROM,
})

/**
 * Searches until something matches of our year, and with all titles if only one of another year does; by other
 * spellings and parts of the title when nothing matches at all.
 */
export async function findMatch(calls: PluginCalls, plugin: PluginView, wanted: MatchQuery): Promise<FoundMatch> {
  const thresholds = thresholdsOf(plugin)
  const limit = plugin.settings.resultLimit ?? DEFAULT_RESULTS
  const { search, isOfOtherYear, decide, throwIfOutage } = openCandidateSearch(calls, plugin, wanted)
  let found: FoundMatch = { kind: 'none', candidates: [] }
  for (const params of searchesFor(wanted, limit)) {
    found = await search(params, thresholds)
    if (found.kind === 'apply' && !isOfOtherYear(found.candidate)) return found
  }
  if (found.kind === 'apply') return found
  throwIfOutage()
  // Parts of a title find many vaguely similar ones: only near-identical ones are worth a review.
  const nearIdentical = { ...thresholds, reviewFrom: Math.max(thresholds.reviewFrom, NEAR_IDENTICAL) }
  const isDoubtful = found.kind === 'review'
  for (const query of otherSearchTexts(wanted, isDoubtful)) {
    const other = await search({ query, limit }, nearIdentical)
    if (other.kind === 'review' && !isDoubtful) return other
    // What may be meant instead needn't be near-identical.
    const all = decide(thresholds)
    if (other.kind === 'apply') return all.kind === 'apply' ? other : all
    throwIfOutage()
  }
  return isDoubtful ? decide(thresholds) : found
}

/** Some providers list a dozen spin-offs before the series itself. */
const DEFAULT_RESULTS = 25
const NEAR_IDENTICAL = 0.75
