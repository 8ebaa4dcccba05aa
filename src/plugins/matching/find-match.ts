import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { WARNING_FIELD } from '../host/plugin-runner.ts'
import { getRecordFromPlugin, type SearchParams, searchPlugin, type TargetKind } from '../metadata/ask-provider.ts'
import type { ProviderRecord } from '../metadata/preview-record.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { ProviderSearchResult } from '../protocol/records.ts'
import { objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'
import {
  DEFAULT_APPLY_FROM,
  DEFAULT_REVIEW_FROM,
  decideMatch,
  type MatchDecision,
  type MatchThresholds,
  MIN_LEAD,
  matchFactsOfCandidate,
  type RankedCandidate,
  withScore,
} from './decide-match.ts'
import { normaliseTitle } from './normalise-title.ts'
import { otherSpellings, partsOfTitle } from './other-spellings.ts'
import { factsEvidence, type MatchFacts, matchScore, possibleScore } from './similarity.ts'

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
      const unread = candidates.unread(decision, results, limits)
      if (unread.length === 0) {
        return decision.kind === 'apply' ? { ...decision, record: candidates.recordOf(decision.candidate) } : decision
      }
      const read = async ({ externalId }: RankedCandidate) =>
        candidates.read(externalId, await findRecord(calls, plugin, wanted.entity, externalId))
      await Promise.all(unread.map(read))
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
  const nearly = { reviewFrom: Math.max(thresholds.reviewFrom, NEARLY) }
  const isDoubtful = found.kind === 'review'
  for (const query of wanted.entity === 'series' ? otherSearchesFor(wanted, isDoubtful) : []) {
    const other = await search({ query, limit }, nearly)
    if (other.kind === 'apply' || (other.kind === 'review' && !isDoubtful)) return other
    if (outage !== undefined) throw outageOf(outage)
  }
  return isDoubtful ? decideMatch(candidates.ranked(), thresholds, candidates.factsOf) : found
}

interface Candidate {
  result: ProviderSearchResult
  record?: ProviderRecord
  facts: MatchFacts
  score: number
  isByIsbn: boolean
}

/** The candidates of all searches so far. */
function openCandidates(known: MatchFacts) {
  const found = new Map<string, Candidate>()
  const gone = new Set<string>()
  const factsOf = ({ externalId }: { externalId: string }) => found.get(externalId)!.facts
  const recordOf = ({ externalId }: { externalId: string }) => found.get(externalId)!.record
  const ranked = () =>
    [...found.values()].map(({ result, score }) => withScore(result, score)).sort((a, b) => b.score - a.score)

  function put(result: ProviderSearchResult, isByIsbn: boolean, record?: ProviderRecord) {
    const facts = matchFactsOfCandidate(result, record)
    const score = matchScore(known, facts)
    found.set(result.externalId, { result, record, facts, isByIsbn, score: isByIsbn ? withIsbn(score) : score })
  }

  /**
   * When in doubt, the candidates that would fit best if their search results were complete. Otherwise the best, and
   * those that could then equal it: of two that look the same, the one with more facts would win, and a namesake with
   * few would look certain.
   */
  function worthReading(decision: MatchDecision, { reviewFrom }: MatchThresholds): RankedCandidate[] {
    const possible = (one: RankedCandidate) => Math.max(one.score, possibleScore(known, factsOf(one)))
    if (decision.kind !== 'apply') {
      const plausible = ranked().map((one) => ({ one, score: possible(one) }))
      return plausible
        .filter(({ score }) => score >= reviewFrom)
        .sort((a, b) => b.score - a.score)
        .map(({ one }) => one)
        .slice(0, MAX_READ)
    }
    const plausible = ranked().filter((one) => one.similarity >= reviewFrom)
    const [best] = plausible
    const isRival = (one: RankedCandidate) => possible(one) > best!.score - MIN_LEAD || isUntoldNamesake(one, best!)
    return plausible.filter((one) => one === best || isRival(one)).slice(0, MAX_READ)
  }

  /** Found by a title of the best one that its own result doesn't show: it may have that title, too. */
  const isUntoldNamesake = (one: RankedCandidate, best: RankedCandidate) =>
    best.score < CERTAIN && one.alternateTitles.length === 0 && normaliseTitle(one.title) === normaliseTitle(best.title)

  /**
   * Providers also search titles that their results don't show: a result with a single title that shares no word with
   * ours was found by another title. When nothing matches, the first results with a single title may be meant.
   */
  function untold(
    decision: MatchDecision,
    results: readonly ProviderSearchResult[],
    { reviewFrom }: MatchThresholds,
  ): RankedCandidate[] {
    const best = decision.kind === 'apply' ? decision.candidate : undefined
    if (best && found.get(best.externalId)!.score >= CERTAIN) return []
    const all = new Map(ranked().map((one) => [one.externalId, one]))
    const hidden = results
      .filter((one) => one.alternateTitles.length === 0)
      .flatMap((one) => all.get(one.externalId) ?? [])
      .filter((one) => one.similarity < reviewFrom)
      // Whichever title it was found by, its year, people and count may be ours.
      .sort((a, b) => factsEvidence(known, factsOf(b)) - factsEvidence(known, factsOf(a)))
    const strangers = hidden.filter((one) => !sharesWord(known.titles, one.title)).slice(0, MAX_UNTOLD)
    return decision.kind === 'none' && strangers.length === 0 ? hidden.slice(0, MAX_UNTOLD) : strangers
  }

  /** Another title may find the one of our year. Of a book, providers list whichever edition they have. */
  function isOfOtherYear(one: { externalId: string }): boolean {
    const ours = [known.year, ...(known.otherYears ?? []), ...(known.hints?.years ?? [])]
    const { year, otherYears = [] } = factsOf(one)
    const isKnown = year !== undefined && ours.some((mine) => mine !== undefined)
    return !known.isEdition && isKnown && ![year, ...otherYears].some((theirs) => ours.includes(theirs))
  }

  return {
    factsOf,
    recordOf,
    ranked,
    isOfOtherYear,
    add(results: readonly ProviderSearchResult[], isByIsbn: boolean) {
      for (const result of results) {
        const before = found.get(result.externalId)
        const isNews = !before || (isByIsbn && !before.isByIsbn)
        if (isNews && !gone.has(result.externalId)) put(result, isByIsbn, before?.record)
      }
    },
    read(externalId: string, record: ProviderRecord | undefined) {
      const { result, isByIsbn } = found.get(externalId)!
      if (record) return put(result, isByIsbn, record)
      found.delete(externalId)
      gone.add(externalId)
    },
    unread(decision: MatchDecision, results: readonly ProviderSearchResult[], thresholds: MatchThresholds) {
      const wanted = [...worthReading(decision, thresholds), ...untold(decision, results, thresholds)]
      const count = [...found.values()].filter((one) => one.record).length + gone.size
      return wanted.filter((one) => !recordOf(one)).slice(0, Math.max(0, MAX_READ_IN_ALL - count))
    },
  }
}

function sharesWord(titles: readonly string[], title: string): boolean {
  const words = new Set(normaliseTitle(title).split(' '))
  return titles.some((one) =>
    normaliseTitle(one)
      .split(' ')
      .some((word) => words.has(word)),
  )
}

function searchesFor({ entity, known, text }: MatchQuery, limit: number): SearchParams[] {
  const splits = known.hints?.splits.map(({ title }) => title) ?? []
  const titles = new Map(
    [...known.titles, ...(known.looseTitles ?? []), ...splits].map((one) => [one.toLowerCase(), one]),
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
  const titles = [text, ...splits, ...(known.looseTitles ?? [])].slice(0, MAX_SEARCHES)
  const spellings = titles.flatMap((title) => otherSpellings(title).filter((other) => other !== title))
  return [...new Set([...spellings, ...(isDoubtful ? [] : partsOfTitle(text))])]
}

/** A search by ISBN returns that book, but a file may contain the ISBN of another one. */
const withIsbn = (score: number) => Math.max(score, 0.75 + 0.25 * score)

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
/** The score when year and author match as well as the title. */
const CERTAIN = 1
const MAX_READ = 4
const MAX_READ_IN_ALL = 8
const MAX_UNTOLD = 3
const NEARLY = 0.75
const MAX_WARNING = 1000
