import type { MatchFacts } from './match-facts.ts'
import { normaliseTitle } from './normalise-title.ts'
import { sharePerson } from './share-person.ts'

/**
 * Whether they are probably editions of one work: the same authors, the same titles in all languages, the same number
 * of volumes, and several years apart. A work that appeared soon after is more likely the series after its pilot, or
 * the manga of a novel.
 */
export function isSameWork(a: MatchFacts, b: MatchFacts): boolean {
  const [x, y] = [titleSet(a), titleSet(b)]
  const isOtherLength = a.count !== undefined && b.count !== undefined && a.count !== b.count
  const isOtherForm = a.form !== undefined && b.form !== undefined && a.form !== b.form
  const yearsApart = a.year === undefined || b.year === undefined ? 0 : Math.abs(a.year - b.year)
  if (isOtherLength || isOtherForm || !sharePerson(a.authors, b.authors)) return false
  if (isTranslation(a, b) || isTranslation(b, a)) return true
  if (yearsApart > 0 && yearsApart < MIN_REPRINT_YEARS) return false
  // Two of the same year are a duplicate, or a novel and its manga without their form.
  if (yearsApart === 0 && (a.form === undefined || b.form === undefined)) return false
  return x.size > 1 && x.size === y.size && [...x].every((title) => y.has(title))
}

/** A later work of the same authors and form, with its own main title and the original title only as an alternate. */
function isTranslation(original: MatchFacts, later: MatchFacts): boolean {
  // In another language, it's neither the manga of a novel nor what an author began next.
  const mayHaveSameForm = isOfOtherLanguage(original, later)
    ? original.form === undefined || later.form === undefined || original.form === later.form
    : original.form !== undefined && original.form === later.form
  return mayHaveSameForm && mayBeTranslation(original, later)
}

/** The same, whoever made it and whatever form it has. */
export function mayBeTranslation(original: MatchFacts, later: MatchFacts): boolean {
  if (original.isOneShot || later.isOneShot) return false
  const main = normaliseTitle(original.titles[0] ?? '')
  const [own, ...others] = later.titles.map(normaliseTitle)
  return (original.year ?? 9999) < (later.year ?? 0) && own !== main && others.includes(main)
}

export const isOfOtherLanguage = (a: MatchFacts, b: MatchFacts): boolean =>
  a.language !== undefined && b.language !== undefined && baseLanguage(a.language) !== baseLanguage(b.language)

const baseLanguage = (code: string) => code.toLowerCase().split('-')[0]

const titleSet = ({ titles }: MatchFacts) => new Set(titles.map(normaliseTitle))

/** What appears sooner is rather the manga of a novel, or the series after its pilot. */
export const MIN_REPRINT_YEARS = 5
