import { COMIC_WORDS, EDITION_WORDS, GRAPHIC_NOVEL_WORDS, NOVEL_WORDS } from './edition-words.ts'
import { weights } from './evidence-weights.ts'
import type { MatchFacts } from './match-facts.ts'
import { hintsNamePerson, hintsNamePublisher } from './name-hints.ts'
import { normaliseTitle } from './normalise-title.ts'
import { sharePerson } from './share-person.ts'
import { shareExternalId } from './shared-ids.ts'
import type { ComparedTitles } from './title-similarity.ts'

/** What speaks for and against a candidate, besides its titles. */
interface Evidence {
  author: number
  year: number
  count: number
  /** Comic or text, pilot or series, the work itself or an edition of it. */
  form: number
  /** Whether it is the edition that a folder names. */
  edition: number
  publisher: number
  language: number
  externalId: number
}

export function readEvidence(ours: MatchFacts, theirs: MatchFacts, titles: ComparedTitles): Evidence {
  const author = authorEvidence(ours, theirs)
  const isOtherId = shareExternalId(ours, theirs) === false && !ours.isEdition
  return {
    author,
    year: yearEvidence(ours, theirs, author > 0),
    count: countEvidence(ours, theirs),
    form: formEvidence(ours, theirs, titles),
    edition: editionEvidence(ours, theirs),
    publisher: isSamePublisher(ours, theirs) ? weights.samePublisher : 0,
    language: isSameText(ours.language, theirs.language) ? weights.sameLanguage : 0,
    externalId: isOtherId ? weights.otherId : 0,
  }
}

/** The novel is not the manga, and an omnibus, a fanbook or an anthology is not what it was made from. */
function formEvidence(ours: MatchFacts, theirs: MatchFacts, { isMisspeltMain }: ComparedTitles): number {
  const [main = ''] = theirs.titles
  // “Garden Omnbius” has the word, too; “(Novel)” isn't part of the title that is misspelt.
  const isOnlyMisspelt = (words: RegExp) => isMisspeltMain && words.test(normaliseTitle(main))
  const isMarked = (words: RegExp) =>
    words.test(main) && !isOnlyMisspelt(words) && !ours.titles.some((title) => words.test(title))
  const isComic = isMarked(COMIC_WORDS) || GRAPHIC_NOVEL_WORDS.test(main)
  const form = isMarked(NOVEL_WORDS) ? 'text' : (theirs.form ?? (isComic ? 'comic' : undefined))
  const isOtherForm = ours.form !== undefined && form !== undefined && ours.form !== form
  const isOtherYear = ours.year !== undefined && theirs.year !== undefined && ours.year !== theirs.year
  const isPilot = theirs.isOneShot && !ours.isOneShot && (isOtherYear || (ours.count ?? ours.chapters ?? 1) > 1)
  const isSeries = ours.isOneShot && !theirs.isOneShot && theirs.form !== undefined
  if (isOtherForm || isPilot || isSeries || isMarked(EDITION_WORDS)) return weights.otherForm
  const isFormUnknown = ours.form !== undefined && form === undefined
  const isUnasked = ours.form === undefined && ours.likelyForm === undefined && isMarked(NOVEL_WORDS)
  const isUnlikely = ours.likelyForm !== undefined && form !== undefined && ours.likelyForm !== form
  if (isUnlikely) return weights.unlikelyForm
  if (isFormUnknown || isUnasked) return weights.unknownForm
  return theirs.isOneShot && !ours.isOneShot ? weights.maybePilot : 0
}

/** A folder called “Garden Omnibus” holds the omnibus, unless nobody lists it: then the work itself is right. */
function editionEvidence(ours: MatchFacts, theirs: MatchFacts): number {
  return namesEdition(ours) && !namesEdition(theirs) ? weights.otherEdition : 0
}

export const namesEdition = ({ titles }: MatchFacts): boolean => titles.some((title) => EDITION_WORDS.test(title))

function yearEvidence(ours: MatchFacts, theirs: MatchFacts, isSameAuthor: boolean): number {
  if (theirs.year === undefined) return 0
  const years = [theirs.year, ...(theirs.otherYears ?? [])]
  if (ours.hints?.years.some((year) => years.includes(year))) return weights.sameYear
  if (ours.year === undefined) return 0
  const mine = [ours.year, ...(ours.otherYears ?? [])]
  const best = Math.max(...mine.flatMap((one) => years.map((year) => yearsApartEvidence(one, year))))
  if (!isSameAuthor || Math.min(...years) >= ours.year) return best
  if (ours.isEdition) return Math.max(0, best)
  return ours.year - Math.min(...years) > MAX_YEARS_TO_EDITION
    ? best
    : Math.max(weights.manyYearsSoonerBySamePeople, best)
}

function yearsApartEvidence(ours: number, theirs: number): number {
  const apart = Math.abs(ours - theirs)
  if (apart === 0) return weights.sameYear
  if (apart === 1) return weights.nextYear
  if (apart > 3) return weights.otherYear
  return theirs > ours ? weights.someYearsLater : weights.someYearsSooner
}

function authorEvidence(ours: MatchFacts, theirs: MatchFacts): number {
  const isNamed = ours.hints !== undefined && hintsNamePerson(ours.hints, theirs)
  const isShared = isNamed || sharePerson(ours.authors, theirs.authors)
  return isShared === undefined ? 0 : isShared ? weights.samePerson : weights.otherPeople
}

/** A library can't have more volumes than exist, or more chapters. */
function countEvidence(owned: MatchFacts, { count: volumes, chapters = 0 }: MatchFacts): number {
  const ours = owned.count ?? 0
  if (owned.chapters && chapters > 0 && ours === 0) return compareCounts(owned.chapters, chapters)
  if (!ours || !volumes) return 0
  return !owned.hasVolumes && ours <= chapters + 1 && ours !== volumes ? 0 : compareCounts(ours, volumes)
}

function compareCounts(ours: number, volumes: number): number {
  if (ours === volumes) return ours < 8 ? weights.sameSmallCount : weights.sameCount
  if (ours > volumes * 1.3 + 2) return weights.farFewerVolumes
  return ours > volumes + 1 ? weights.fewerVolumes : 0
}

const isSamePublisher = (ours: MatchFacts, theirs: MatchFacts): boolean =>
  (ours.hints !== undefined && hintsNamePublisher(ours.hints, theirs)) || isSameText(ours.publisher, theirs.publisher)

const isSameText = (ours: string | undefined, theirs: string | undefined): boolean =>
  Boolean(ours && theirs) && normaliseTitle(ours!) === normaliseTitle(theirs!)

/** From the first volume in Japan to the one of a translation that a folder is dated by. */
const MAX_YEARS_TO_EDITION = 20
