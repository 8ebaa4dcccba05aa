import { namesEdition } from './evidence.ts'
import type { MatchFacts } from './match-facts.ts'
import { bareWords, normaliseTitle } from './normalise-title.ts'
import { sharePerson } from './share-person.ts'

/** Whether their names tell which of two works that match nearly as well is meant: the first, not the second. */
export const isToldByName = (known: MatchFacts, one: MatchFacts, other: MatchFacts): boolean =>
  isNamedEdition(known, one, other) || isSpinOff(known, one, other)

/** A folder that names an edition holds that edition, not the work itself. */
const isNamedEdition = (known: MatchFacts, edition: MatchFacts, work: MatchFacts): boolean =>
  namesEdition(known) && namesEdition(edition) && !namesEdition(work)

/** “Garden: Deluxe Edition” may be what others call “Garden Kanzenban”, or a later edition. */
export function mayBeOtherEdition(known: MatchFacts, edition: MatchFacts): boolean {
  const [ours, theirs] = [known, edition].map(({ titles }) => new Set(titles.flatMap(fineEditionIn)))
  return ours!.size > 0 && theirs!.size > 0 && ours!.isDisjointFrom(theirs!)
}

const fineEditionIn = (title: string): string[] =>
  (title.match(/deluxe|kanzenban|完全版|perfect edition/giu) ?? []).map((word) => word.toLowerCase())

/** “Garden” is a work, and “Garden Diaries”, which is also known as “Garden”, was made from it. */
function isSpinOff(known: MatchFacts, work: MatchFacts, other: MatchFacts): boolean {
  const [ours, names, others] = [known, work, other].map(namesOf) as [string[], string[], string[]]
  const isMainlyCalledSo = ours.includes(names[0] ?? '')
  const isOtherMain = !names.includes(others[0] ?? '')
  return isMainlyCalledSo && isOtherMain && others.some((one) => names.some((name) => one.startsWith(`${name} `)))
}

const namesOf = ({ titles }: MatchFacts) => titles.map((title) => bareWords(normaliseTitle(title)))

/** “Garden!!” follows “Garden”, by the same people. */
export function isMarkedOtherwise(known: MatchFacts, one: MatchFacts, other: MatchFacts): boolean {
  const ours = new Set(known.titles.map(spelt))
  const isExact = ({ titles }: MatchFacts) => titles.some((title) => ours.has(spelt(title)))
  const unmarked = new Set(known.titles.map(withoutMarks))
  const isAlike = other.titles.some((title) => unmarked.has(withoutMarks(title)))
  return isExact(one) && !isExact(other) && isAlike && sharePerson(one.authors, other.authors) === true
}

const spelt = (title: string) => title.trim().normalize('NFC').toLowerCase()
const withoutMarks = (title: string) => spelt(title).replace(/[\s!?！？☆★♪♡♥+＋]+$/u, '')
