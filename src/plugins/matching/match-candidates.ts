import type { ProviderRecord } from '../metadata/preview-record.ts'
import type { ProviderSearchResult } from '../protocol/records.ts'
import { matchFactsOfCandidate } from './candidate-facts.ts'
import { type MatchDecision, type MatchThresholds, type RankedCandidate, withScore } from './decide-match.ts'
import { EDITION_WORDS, withoutEdition } from './edition-words.ts'
import { MIN_LEAD } from './evidence-weights.ts'
import type { MatchFacts } from './match-facts.ts'
import { bareWords, normaliseTitle } from './normalise-title.ts'
import { mayBeTranslation } from './same-work.ts'
import { factsScore, matchScore, possibleScore } from './similarity.ts'
import { isSmallWord } from './title-similarity.ts'

interface Candidate {
  result: ProviderSearchResult
  record?: ProviderRecord
  facts: MatchFacts
  score: number
  isByIsbn: boolean
}

/** The candidates of all searches so far. */
export function openCandidates(known: MatchFacts) {
  const found = new Map<string, Candidate>()
  const missing = new Set<string>()
  const factsOf = ({ externalId }: { externalId: string }) => found.get(externalId)!.facts
  const recordOf = ({ externalId }: { externalId: string }) => found.get(externalId)!.record
  const ranked = () =>
    [...found.values()]
      .map(({ result, record, score }) => withScore(withRecordFacts(result, record), score))
      .sort((a, b) => b.score - a.score)

  function put(result: ProviderSearchResult, isByIsbn: boolean, record?: ProviderRecord) {
    const facts = matchFactsOfCandidate(result, record)
    const score = matchScore(known, facts)
    found.set(result.externalId, { result, record, facts, isByIsbn, score: isByIsbn ? raisedByIsbn(score) : score })
  }

  /**
   * When in doubt, the candidates that would fit best if their search results were complete. Otherwise the best, and
   * those that could then equal it: of two that look the same, the one with more facts would win, and a namesake with
   * few would look certain.
   */
  function fitsIfComplete(decision: MatchDecision, { reviewFrom }: MatchThresholds): RankedCandidate[] {
    const possible = (one: RankedCandidate) => Math.max(one.score, possibleScore(known, factsOf(one)))
    if (decision.kind !== 'apply') {
      const plausible = ranked().map((one) => ({ one, score: possible(one) }))
      return plausible
        .filter(({ score }) => score >= reviewFrom)
        .sort((a, b) => b.score - a.score)
        .map(({ one }) => one)
        .slice(0, MAX_READ)
    }
    const [best, ...others] = ranked()
    const namesakes = others.filter((one) => isNamesakeWithHiddenTitles(one, best!))
    const plausible = others.filter((one) => one.similarity >= reviewFrom && !namesakes.includes(one))
    const isRival = (one: RankedCandidate) =>
      possible(one) > best!.score - MIN_LEAD || mayBeTranslation(factsOf(one), factsOf(best!))
    return [best!, ...namesakes, ...plausible.filter(isRival)].slice(0, MAX_READ)
  }

  /**
   * Called like the best one, or an edition of it, and found by a title that its own result doesn't show: it may have
   * our title, too.
   */
  function isNamesakeWithHiddenTitles(one: RankedCandidate, best: RankedCandidate): boolean {
    if (best.score >= CERTAIN || one.alternateTitles.length > 0) return false
    const nameOf = (title: string) => bareWords(normaliseTitle(withoutEdition(title)))
    const name = nameOf(one.title)
    const isEdition = EDITION_WORDS.test(one.title)
    return factsOf(best).titles.some((title) => name === nameOf(title) || (isEdition && name.startsWith(nameOf(title))))
  }

  /**
   * Providers also search titles that their results don't show: a result with a single title that shares no word with
   * ours, or only a small one, was found by another title. Unless something matches, those that the provider lists first
   * may be meant, too.
   */
  function foundByHiddenTitle(
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
    const first = best ? [] : hidden.slice(0, MAX_LISTED_FIRST)
    // Whichever title it was found by, its year, people and count may be ours.
    const byFacts = hidden.toSorted((a, b) => factsScore(known, factsOf(b)) - factsScore(known, factsOf(a)))
    const strangers = byFacts.filter((one) => !sharesWord(known.titles, one.title))
    const likely = decision.kind === 'none' && strangers.length === 0 ? byFacts : strangers
    return [...new Set([...first, ...likely.slice(0, MAX_FOUND_BY_HIDDEN_TITLE)])]
  }

  /** Another title may find the one of our year. Of a book, providers list whichever edition they have. */
  function isOfOtherYear(one: { externalId: string }): boolean {
    const ours = [known.year, ...(known.otherYears ?? []), ...(known.hints?.years ?? [])]
    const { year, otherYears = [] } = factsOf(one)
    const isKnown = year !== undefined && ours.some((mine) => mine !== undefined)
    return !known.isEdition && isKnown && ![year, ...otherYears].some((theirs) => ours.includes(theirs))
  }

  return {
    known,
    factsOf,
    recordOf,
    ranked,
    isOfOtherYear,
    add(results: readonly ProviderSearchResult[], isByIsbn: boolean) {
      for (const result of results) {
        const before = found.get(result.externalId)
        const isNews = !before || (isByIsbn && !before.isByIsbn)
        if (isNews && !missing.has(result.externalId)) put(result, isByIsbn, before?.record)
      }
    },
    read(externalId: string, record: ProviderRecord | undefined) {
      const { result, isByIsbn } = found.get(externalId)!
      if (record) return put(result, isByIsbn, record)
      found.delete(externalId)
      missing.add(externalId)
    },
    toRead(decision: MatchDecision, results: readonly ProviderSearchResult[], thresholds: MatchThresholds) {
      const wanted = [...fitsIfComplete(decision, thresholds), ...foundByHiddenTitle(decision, results, thresholds)]
      const count = [...found.values()].filter((one) => one.record).length + missing.size
      return wanted.filter((one) => !recordOf(one)).slice(0, Math.max(0, MAX_READ_IN_ALL - count))
    },
  }
}

/** What the record says and the search result lacks: it may be all that tells two candidates apart. */
function withRecordFacts(result: ProviderSearchResult, record: ProviderRecord | undefined): ProviderSearchResult {
  if (!record) return result
  const { preview } = result
  const names = record.authors.map((one) => one.name)
  const count = 'totalVolumeCount' in record ? record.totalVolumeCount : undefined
  return {
    ...result,
    year: result.year ?? record.year,
    preview: {
      ...preview,
      authors: preview.authors.length > 0 ? preview.authors : names,
      bookCount: preview.bookCount ?? count,
    },
  }
}

function sharesWord(titles: readonly string[], title: string): boolean {
  const words = new Set(mainWordsOf(title))
  return titles.some((one) => mainWordsOf(one).some((word) => words.has(word)))
}

const mainWordsOf = (title: string): string[] =>
  normaliseTitle(title)
    .split(' ')
    .filter((word) => !isSmallWord(word) && !/^\d+$/.test(word))

/** A search by ISBN returns that book, but a file may contain the ISBN of another one. */
const raisedByIsbn = (score: number) => Math.max(score, 0.75 + 0.25 * score)

/** The score when year and author match as well as the title. */
const CERTAIN = 1
const MAX_READ = 4
const MAX_READ_IN_ALL = 8
const MAX_FOUND_BY_HIDDEN_TITLE = 3
const MAX_LISTED_FIRST = 2
