import { readEvidence } from './evidence.ts'
import { MAX_UNEQUAL, SAME_ID_SCORE, weights } from './evidence-weights.ts'
import type { MatchFacts } from './match-facts.ts'
import { titlesNextToNames, titlesWithoutMakers, trailingNotes, withoutMakerNote } from './name-hints.ts'
import { shareExternalId, shareIsbn } from './shared-ids.ts'
import { compareTitles } from './title-similarity.ts'

/**
 * How likely two descriptions mean the same work, 0 to 1: the best pair of titles, then the evidence for and against
 * it. A plugin's own scores don't count: some score every well-kept record as a hit.
 */
export const matchSimilarity = (ours: MatchFacts, theirs: MatchFacts): number => Math.min(1, matchScore(ours, theirs))

/** The same without an upper bound: of two good matches, the one that matches in more ways leads. */
export function matchScore(ours: MatchFacts, theirs: MatchFacts): number {
  if (shareExternalId(ours, theirs) || shareIsbn(ours, theirs)) return SAME_ID_SCORE
  const compared = compareTitles(...titlesOfBoth(ours, theirs))
  const { likeness: title, isUnsure } = compared
  if (title === 0) return 0
  const evidence = readEvidence(ours, theirs, compared)
  const score = Math.max(
    0,
    Object.values(evidence).reduce((total, one) => total + one, title),
  )
  // A similar title with the same year is not enough: “Harbor” and “Harbors” are two works unless the authors are the
  // same. A misspelling is accepted when anything else matches. However well the rest matches, the novel isn't the
  // manga.
  const { author, year, count, form, externalId } = evidence
  const isBacked = author > 0 || (isUnsure && (year > 0 || count === weights.sameCount))
  const isOther = ((title <= MAX_UNEQUAL || isUnsure) && !isBacked) || form <= weights.otherForm || externalId < 0
  return isOther ? Math.min(score, MAX_UNEQUAL) : score
}

/** How well its titles fit, whatever else is known. */
export const titleLikeness = (ours: MatchFacts, theirs: MatchFacts): number =>
  compareTitles(...titlesOfBoth(ours, theirs)).likeness

/** How well its people, year and count fit, whatever it is called. */
export function factsScore(ours: MatchFacts, theirs: MatchFacts): number {
  const { author, year, count } = readEvidence(ours, theirs, { likeness: 0 })
  return author + year + count
}

/** Without the names of people and publishers that stand in the titles. */
function titlesOfBoth(
  ours: MatchFacts,
  theirs: MatchFacts,
): [Pick<MatchFacts, 'titles' | 'possibleTitles' | 'pairs'>, Pick<MatchFacts, 'titles'>] {
  const titles = theirs.titles.map((title) => withoutMakerNote(title, theirs))
  const { hints } = ours
  const plain = hints ? [theirs, ours].flatMap((makers) => titlesWithoutMakers(hints, makers)) : []
  const unproven = hints && !theirs.authors?.length ? titlesNextToNames(hints) : []
  const possibleTitles = [...(ours.possibleTitles ?? []), ...unproven]
  return [{ titles: [...plain, ...ours.titles], possibleTitles, pairs: ours.pairs }, { titles }]
}

/** The score if all missing facts matched: missing facts prove nothing. */
export function possibleScore(ours: MatchFacts, theirs: MatchFacts): number {
  return matchScore(ours, {
    ...theirs,
    year: theirs.year ?? ours.year,
    authors: theirs.authors?.length ? theirs.authors : [...possibleAuthors(ours), ...trailingNotes(theirs.titles)],
    publisher: theirs.publisher ?? ours.publisher,
    language: theirs.language ?? ours.language,
    count: theirs.count ?? ours.count,
  })
}

const possibleAuthors = ({ authors = [], hints }: MatchFacts) =>
  authors.length > 0 || !hints ? authors : [...hints.notes, ...hints.splits.map(({ rest }) => rest)]
