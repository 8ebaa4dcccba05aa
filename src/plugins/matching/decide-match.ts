import type { ProviderSearchResult } from '../protocol/records.ts'
import { MAX_UNEQUAL, MIN_LEAD, weights } from './evidence-weights.ts'
import type { MatchFacts } from './match-facts.ts'
import { normaliseTitle } from './normalise-title.ts'
import { isOfOtherLanguage, isSameWork, MIN_REPRINT_YEARS, mayBeTranslation } from './same-work.ts'
import { sharePerson } from './share-person.ts'
import { matchScore, titleLikeness } from './similarity.ts'
import { compareTitles } from './title-similarity.ts'
import { isMarkedOtherwise, isToldByName, mayBeOtherEdition } from './told-by-name.ts'

export interface ProviderMatchCandidate extends ProviderSearchResult {
  similarity: number
}

/** `score` decides between two candidates: both similarities may be 1 while one matches in more ways. */
export interface RankedCandidate extends ProviderMatchCandidate {
  score: number
}

/** What is known of ours, and of a candidate beyond what its search result shows. */
export interface ComparedFacts {
  known: MatchFacts
  factsOf: (candidate: RankedCandidate) => MatchFacts
}

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
  compared: ComparedFacts,
): MatchDecision {
  const { factsOf } = compared
  const best = plainestOf(originalOf(candidates, applyFrom, compared), candidates, applyFrom, compared)
  const plausible = candidates.filter((one) => one.similarity >= reviewFrom)
  const worthwhile = plausible.slice(0, MAX_SHOWN).map(({ score: _, ...one }) => one)
  if (!best || worthwhile.length === 0) return { kind: 'none', candidates: [] }
  if (best.similarity < applyFrom) return { kind: 'review', reason: 'doubtful', candidates: worthwhile }
  const rivals = plausible.filter((one) => one !== best && !isSameWork(factsOf(best), factsOf(one)))
  const isTooClose = rivals.some((one) => leadOver(one, best, compared) < requiredLead(factsOf(best), factsOf(one)))
  const isPilot = !compared.known.isOneShot && plausible.some((one) => isPilotOf(factsOf(best), factsOf(one)))
  if (isTooClose || isPilot || mayBeOtherEdition(compared.known, factsOf(best))) {
    return { kind: 'review', reason: 'ambiguous', candidates: worthwhile }
  }
  const { score: _, ...candidate } = best
  return { kind: 'apply', candidate, candidates: worthwhile }
}

/** How far the best one leads by what proves something. */
function leadOver(rival: RankedCandidate, best: RankedCandidate, { known, factsOf }: ComparedFacts): number {
  const [ours, theirs] = [factsOf(best), factsOf(rival)]
  const lead = best.score - rival.score
  if (isMarkedOtherwise(known, ours, theirs) || (lead >= 0 && isToldByName(known, ours, theirs))) return 1
  if (sharePerson(ours.authors, theirs.authors)) return lead
  const byTitle = titleLikeness(known, ours) - titleLikeness(known, theirs)
  return lead - unsharedEvidence(known, ours, theirs) - titleNuance(byTitle) - nearYear(known, ours, theirs)
}

/**
 * What only one of two works by different people states proves nothing: the other may have as many volumes, be a comic,
 * too, or come from the same publisher.
 */
function unsharedEvidence(known: MatchFacts, best: MatchFacts, rival: MatchFacts): number {
  const shared: MatchFacts = {
    ...best,
    ...(rival.count === undefined && rival.chapters === undefined && { count: undefined, chapters: undefined }),
    ...(rival.form === undefined && { form: undefined }),
    ...(rival.publisher === undefined && { publisher: undefined }),
    ...(rival.language === undefined && { language: undefined }),
  }
  return Math.max(0, matchScore(known, best) - matchScore(known, shared)) + unknownOrigin(known, best, rival)
}

/** That the rival is of another year, or by others, says nothing for one of which nobody knows either. */
function unknownOrigin(known: MatchFacts, best: MatchFacts, rival: MatchFacts): number {
  if (best.year !== undefined || best.authors?.length) return 0
  const undated = { ...rival, year: undefined, otherYears: undefined, authors: undefined }
  return Math.max(0, matchScore(known, undated) - matchScore(known, rival))
}

/** Which of its titles a provider puts first and how it spells them doesn't tell two works apart. */
const titleNuance = (lead: number): number => (lead > 0 && lead <= MAX_TITLE_NUANCE ? lead : 0)

/**
 * One is called like ours, and the other, of our year, may be its translation: unless they are by different people,
 * either may be meant.
 */
function nearYear(known: MatchFacts, best: MatchFacts, rival: MatchFacts): number {
  const isNear = known.year !== undefined && rival.year !== undefined && Math.abs(known.year - rival.year) === 1
  const isCalledSo = ({ titles }: MatchFacts) =>
    known.titles.some((title) => title.toLowerCase() === titles[0]?.toLowerCase())
  if (sharePerson(best.authors, rival.authors) === false) return 0
  return isNear && best.year === known.year && isCalledSo(rival) && !isCalledSo(best) ? weights.sameYear : 0
}

const requiredLead = (best: MatchFacts, rival: MatchFacts): number =>
  mayBeNovelAndManga(best, rival) ? MIN_LEAD_WITHOUT_FORMS : MIN_LEAD

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

/** Of a work and what follows it under the same name with other marks, the one that is spelt like ours. */
function plainestOf(
  best: RankedCandidate | undefined,
  candidates: readonly RankedCandidate[],
  applyFrom: number,
  { known, factsOf }: ComparedFacts,
): RankedCandidate | undefined {
  const isPlainer = (one: RankedCandidate) =>
    one.similarity >= applyFrom &&
    best!.score - one.score < MIN_LEAD &&
    isMarkedOtherwise(known, factsOf(one), factsOf(best!))
  return best && (candidates.find(isPlainer) ?? best)
}

/** Of editions of one work that match equally well, the earliest; the best one may be the earliest if it is undated. */
function originalOf(
  candidates: readonly RankedCandidate[],
  applyFrom: number,
  compared: ComparedFacts,
): RankedCandidate | undefined {
  const { factsOf } = compared
  const [best] = candidates
  if (!best) return undefined
  if (factsOf(best).year === undefined) return best
  const editions = candidates.filter((one) => {
    if (one === best) return true
    if (!isSameWork(factsOf(best), factsOf(one))) return false
    const isAsGood = best.score - one.score < MIN_LEAD
    return isAsGood || (one.similarity >= applyFrom && mayBeItsOriginal(factsOf(one), factsOf(best), compared.known))
  })
  return editions.reduce((first, one) => ((factsOf(one).year ?? 9999) < (factsOf(first).year ?? 9999) ? one : first))
}

/** The translation may be of the very year, and the original of the one before. */
const mayBeItsOriginal = (original: MatchFacts, later: MatchFacts, known: MatchFacts): boolean =>
  mayBeTranslation(original, later) &&
  !isMeantByTitle(later, known) &&
  sharePerson(original.authors, later.authors) !== false

/** A translation is meant only by its own title, or in its own language. */
function isMeantByTitle({ titles, language }: MatchFacts, known: MatchFacts): boolean {
  const isOfOurLanguage = known.language !== undefined && !isOfOtherLanguage(known, { titles, language })
  return isOfOurLanguage || compareTitles(known, { titles: titles.slice(0, 1) }).likeness > MAX_UNEQUAL
}

export const DEFAULT_APPLY_FROM = 0.85
export const DEFAULT_REVIEW_FROM = 0.5
/** The same number of volumes doesn't tell a novel from its manga, the year does. */
const MIN_LEAD_WITHOUT_FORMS = 0.045
/** Another order of titles, and another romanisation. */
const MAX_TITLE_NUANCE = 0.037
const MAX_SHOWN = 10
