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

/** With the record of what is to be applied. */
type FoundMatch = MatchDecision & { record?: ProviderRecord }

/**
 * By the ISBN, then by the title, then by the other titles, until something fits; by parts of the title where nothing is
 * found at all. A search says little of each: those that may be meant are read in whole and compared again, above all the one
 * that would be applied. Throws where a search that found nothing may only have failed: nobody would look again.
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
    if (found.kind === 'apply') return found
  }
  if (outage !== undefined) throw outageOf(outage)
  // Much is called a little like it: only what is nearly the same is worth a look. Books are too many to ask for like that.
  const nearly = { reviewFrom: Math.max(thresholds.reviewFrom, NEARLY) }
  const parts = found.kind === 'none' && wanted.entity === 'series' ? partsOfTitle(wanted.text) : []
  for (const query of parts) {
    found = await search({ query, limit }, nearly)
    if (found.kind !== 'none') return found
    if (outage !== undefined) throw outageOf(outage)
  }
  return found
}

interface Candidate {
  result: ProviderSearchResult
  record?: ProviderRecord
  facts: MatchFacts
  score: number
  isByIsbn: boolean
}

/** What was found so far, by one search or several. */
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
   * Where it is doubtful, all that may be meant. Otherwise the best, and those that would be as good if the search had told all
   * of them: of two that look the same, the one with more facts would win, and a namesake with few would look certain.
   */
  function worthReading(decision: MatchDecision, { reviewFrom }: MatchThresholds): RankedCandidate[] {
    const worthwhile = ranked().filter((one) => one.similarity >= reviewFrom)
    if (decision.kind !== 'apply') return worthwhile.slice(0, MAX_READ)
    const [best] = worthwhile
    const possible = (one: RankedCandidate) => Math.max(one.score, possibleScore(known, factsOf(one)))
    const rivals = worthwhile.filter((one) => one === best || possible(one) > best!.score - MIN_LEAD)
    return rivals.slice(0, MAX_READ)
  }

  /**
   * Providers also find by titles that their results do not show: what has no word of ours and shows one title only was found
   * by another one. Where nothing is found, the first that show only one may be meant.
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
    const strangers = hidden.filter((one) => !sharesWord(known.titles, one.title)).slice(0, MAX_UNTOLD)
    return decision.kind === 'none' && strangers.length === 0 ? hidden.slice(0, MAX_UNTOLD) : strangers
  }

  return {
    factsOf,
    recordOf,
    ranked,
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
  const titles = [...known.titles, ...(known.looseTitles ?? [])]
  const others = titles.filter((title) => title.toLowerCase() !== text.toLowerCase())
  const [author] = known.authors ?? []
  const ofBook = entity === 'book' ? { ...(author && { author }), ...(known.year && { year: known.year }) } : {}
  const byTitle = [text, ...others].slice(0, MAX_SEARCHES).map((query) => ({ query, ...ofBook, limit }))
  // Without its author, too: providers often know another one than the file does.
  if (entity === 'book' && author) byTitle.push({ query: text, limit })
  const isbn = entity === 'book' ? known.isbns?.[0] : undefined
  return isbn === undefined ? byTitle : [{ isbn, limit }, ...byTitle]
}

/** A word that is mistyped or written otherwise there hides the whole: without it, the rest is found. */
function partsOfTitle(title: string): string[] {
  const words = title.split(/\s+/u)
  const middle = Math.ceil(words.length / 2)
  const ends = [words.slice(0, -1), words.slice(1)]
  const halves = words.length < 4 ? [] : [words.slice(0, middle), words.slice(middle)]
  const parts = [...ends, ...halves].map((some) => some.join(' ')).filter((part) => part.length >= MIN_PART)
  return [...new Set(parts)]
}

/** A provider that was asked for an ISBN answers with that book, but a file may carry the ISBN of another one. */
const withIsbn = (score: number) => Math.max(score, 0.75 + 0.25 * score)

/** Undefined where the provider does not know it any more, and does not complain either. */
export async function findRecord(
  calls: PluginCalls,
  plugin: PluginView,
  entity: TargetKind,
  externalId: string,
): Promise<ProviderRecord | undefined> {
  let answer: unknown
  const listening: PluginCalls = {
    async call(...asked) {
      answer = await calls.call(...asked)
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

/** Some plugins answer "nothing" when their source is down, and only complain about it beside. */
const outageOf = (warning: string) =>
  new PluginError(rpcCodes.apiError, `The search found nothing. The plugin says: ${warning}`)

const MAX_SEARCHES = 3
/** Some list a dozen spin-offs before the series itself. */
const DEFAULT_RESULTS = 25
/** With a year and an author that fit, beside the title. */
const CERTAIN = 1
const MAX_READ = 4
const MAX_READ_IN_ALL = 8
const MAX_UNTOLD = 3
const MIN_PART = 4
const NEARLY = 0.75
const MAX_WARNING = 1000
