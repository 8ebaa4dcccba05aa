import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { WARNING_FIELD } from '../host/plugin-runner.ts'
import { getRecordFromPlugin, type SearchParams, searchPlugin, type TargetKind } from '../metadata/ask-provider.ts'
import type { ProviderRecord } from '../metadata/preview-record.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import { objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'
import {
  DEFAULT_APPLY_FROM,
  DEFAULT_REVIEW_FROM,
  decideMatch,
  type MatchDecision,
  type MatchThresholds,
  type RankedCandidate,
} from './decide-match.ts'
import { openCandidates } from './match-candidates.ts'
import { otherSpellings, partsOfTitle } from './other-spellings.ts'
import type { MatchFacts } from './similarity.ts'

/** What to search for, and the first search text. */
export interface MatchQuery {
  entity: TargetKind
  known: MatchFacts
  text: string
}

export const thresholdsOf = ({ settings }: PluginView): MatchThresholds => ({
  applyFrom: settings.applyFrom ?? DEFAULT_APPLY_FROM,
  reviewFrom: settings.reviewFrom ?? DEFAULT_REVIEW_FROM,
})

/** With the full record of the candidate to apply. */
type FoundMatch = MatchDecision & { record?: ProviderRecord }

/**
 * Searches by ISBN, then by title, then by the other titles, until something matches (with all of them if its year
 * doesn't); by parts of the title when nothing is found at all. Search results contain few facts, so the full records of plausible candidates are read and
 * compared again, above all that of the one to apply. Throws when a search that found nothing may have failed:
 * otherwise it would never be repeated.
 */
export async function findMatch(calls: PluginCalls, plugin: PluginView, wanted: MatchQuery): Promise<FoundMatch> {
  const thresholds = thresholdsOf(plugin)
  const limit = plugin.settings.resultLimit ?? DEFAULT_RESULTS
  const candidates = openCandidates(wanted.known)
  let outage: string | undefined
  const search = async (
    params: SearchParams,
    { reviewFrom }: { reviewFrom: number } = thresholds,
  ): Promise<FoundMatch> => {
    const limits = { ...thresholds, reviewFrom }
    const { results, warning } = await searchPlugin(calls, plugin, wanted.entity, params)
    if (results.length === 0) outage ??= warning
    candidates.add(results, params.isbn !== undefined)
    for (;;) {
      const decision = decideMatch(candidates.ranked(), limits, candidates.factsOf)
      const toRead = candidates.toRead(decision, results, limits)
      if (toRead.length === 0) {
        return decision.kind === 'apply' ? { ...decision, record: candidates.recordOf(decision.candidate) } : decision
      }
      const read = async ({ externalId }: RankedCandidate) =>
        candidates.read(externalId, await findRecord(calls, plugin, wanted.entity, externalId))
      await Promise.all(toRead.map(read))
    }
  }
  let found: FoundMatch = { kind: 'none', candidates: [] }
  for (const params of searchesFor(wanted, limit)) {
    found = await search(params)
    if (found.kind === 'apply' && !candidates.isOfOtherYear(found.candidate)) return found
  }
  if (found.kind === 'apply') return found
  if (outage !== undefined) throw outageOf(outage)
  // Parts of a title find many vaguely similar ones: only near-identical ones are worth a review. There are too many
  // books for such searches.
  const nearIdentical = { reviewFrom: Math.max(thresholds.reviewFrom, NEAR_IDENTICAL) }
  const isDoubtful = found.kind === 'review'
  for (const query of wanted.entity === 'series' ? otherSearchesFor(wanted, isDoubtful) : []) {
    const other = await search({ query, limit }, nearIdentical)
    if (other.kind === 'apply' || (other.kind === 'review' && !isDoubtful)) return other
    if (outage !== undefined) throw outageOf(outage)
  }
  return isDoubtful ? decideMatch(candidates.ranked(), thresholds, candidates.factsOf) : found
}

function searchesFor({ entity, known, text }: MatchQuery, limit: number): SearchParams[] {
  const splits = known.hints?.splits.map(({ title }) => title) ?? []
  const titles = new Map(
    [...known.titles, ...(known.possibleTitles ?? []), ...splits].map((one) => [one.toLowerCase(), one]),
  )
  titles.delete(text.toLowerCase())
  const others = [...titles.values()]
  const [author] = known.authors ?? []
  const ofBook = entity === 'book' ? { ...(author && { author }), ...(known.year && { year: known.year }) } : {}
  const byTitle = [text, ...others].slice(0, MAX_SEARCHES).map((query) => ({ query, ...ofBook, limit }))
  // Also without the author: providers often list another one than the file.
  if (entity === 'book' && author) byTitle.push({ query: text, limit })
  const isbn = entity === 'book' ? known.isbns?.[0] : undefined
  return isbn === undefined ? byTitle : [{ isbn, limit }, ...byTitle]
}

/** Other spellings of all titles, then parts of the main one, unless something was found that may be it. */
function otherSearchesFor({ text, known }: MatchQuery, isDoubtful: boolean): string[] {
  const splits = known.hints?.splits.map(({ title }) => title) ?? []
  const titles = [text, ...splits, ...(known.possibleTitles ?? [])].slice(0, MAX_SEARCHES)
  const spellings = titles.flatMap((title) => otherSpellings(title).filter((other) => other !== title))
  return [...new Set([...spellings, ...(isDoubtful ? [] : partsOfTitle(text))])]
}

/** Undefined when the provider no longer has it and the plugin logged no error. */
export async function findRecord(
  calls: PluginCalls,
  plugin: PluginView,
  entity: TargetKind,
  externalId: string,
): Promise<ProviderRecord | undefined> {
  let answer: unknown
  const listening: PluginCalls = {
    async call(...args) {
      answer = await calls.call(...args)
      return answer
    },
  }
  try {
    return await getRecordFromPlugin(listening, plugin, entity, externalId)
  } catch (error) {
    if (!(error instanceof PluginError) || error.code !== rpcCodes.notFound) throw error
    const warning = textOrUndefined(objectOrUndefined(answer)?.[WARNING_FIELD], MAX_WARNING)
    if (warning !== undefined) throw outageOf(warning)
    return undefined
  }
}

/** Some plugins return nothing when their source is down, and only log an error. */
const outageOf = (warning: string) =>
  new PluginError(rpcCodes.apiError, `The search found nothing. The plugin says: ${warning}`)

const MAX_SEARCHES = 4
/** Some providers list a dozen spin-offs before the series itself. */
const DEFAULT_RESULTS = 25
const NEAR_IDENTICAL = 0.75
const MAX_WARNING = 1000
