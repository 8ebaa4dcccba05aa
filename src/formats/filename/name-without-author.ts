import { HEROES_NAMING_SERIES, hasGivenName, MONONYMS } from './given-names.ts'

/**
 * The name of a book's file without its author: "Ursula K. Le Guin - The Dispossessed (1974)", "Le Guin, Ursula K. - …",
 * "Terry Pratchett - Discworld 12 - Witches Abroad", "Fahrenheit 451 - Ray Bradbury", "The Martian by Andy Weir".
 *
 * A series may be in the same place ("Star Wars - Thrawn"), so a person's name is recognised only by initials, a comma,
 * a given name, or its position.
 */
export function nameWithoutAuthor(name: string): string {
  const stem = name.replace(DOT_AT_END, '.')
  const by = BY.exec(stem)
  if (by && (isSurelyPerson(by[2]!) || isLikePerson(by[2]!))) return by[1]!
  const parts = stem.split(SEPARATOR)
  if (parts.length < 2) return stem
  const first = parts[0]!
  const last = parts.at(-1)!.replace(BRACKETS_BEHIND, '')
  const behind = isSurelyPerson(last) ? 2 : isNamedPerson(last) ? 1 : 0
  const before = isSurelyPerson(first) ? 2 : isNamedPerson(first) ? 1 : 0
  // Of two candidates the surer one wins; on a tie the first, where authors are more common.
  if (behind > before) return parts.slice(0, -1).join(' - ') + bracketsBehind(parts.at(-1)!)

  // "Stephen King - 1986 - It"
  if (parts.length === 3 && YEAR.test(parts[1]!) && (before > 0 || isLikePerson(first)))
    return `${parts[2]} (${parts[1]})`

  const rest = parts.slice(1).join(' - ')
  // "Frank Herbert - Dune 01 - Dune", "Brandon Sanderson - [Mistborn 01] - The Final Empire"
  // "Пратчетт Терри - Плоский мир 5. Посох и шляпа"
  const isBeforeSeries = parts.slice(1, -1).some((part) => COUNTED.test(part)) || COUNTED_TITLE.test(last)
  // "Linux Journal - Issue 294 - January 2019"
  const isPeriodical = parts.slice(1).some((part) => NUMBER_ALONE.test(part))
  // "Pierre Bottero - Ellana - Tome 3"
  const isBeforeNumber = parts.length > 2 && NUMBER_ALONE.test(last)
  if (before > 0) return parts.length === 2 || isBeforeSeries || isBeforeNumber ? rest : stem
  if (isPeriodical || !isLikePerson(first)) return stem
  const isBeforeTitle = parts.length === 2 && /\p{L} ?\((?:1[5-9]|20)\d\d(?:, [^()]{2,60})?\)$/u.test(parts[1]!)
  return isBeforeTitle || (isBeforeSeries && /\p{L}/u.test(parts[1]!)) ? rest : stem
}

const BY = /^(.{2,200}) by (\p{Lu}[^()[\]]{3,60}?)(?: \((?:[zZ]-?[lL]ib|[lL]ib[gG]en)[^()]*\))*$/u
/** "The Hobbit - Tolkien, J. R. R_", "Le Guin, Ursula K_ - Lavinia": Windows forbids a dot at the end. */
const DOT_AT_END = /(?<=[ .]\p{Lu})_(?=$| - )/gu
const SEPARATOR = / [-–] /u
const BRACKETS_BEHIND = /(?: ?[([][^)\]]*[)\]])+$/u
const COUNTED = /(?:^|[\s[#])(?:\d{1,3}(?:\.\d)?|[IVX]{2,5})\]?$/u
const COUNTED_TITLE = /^\p{Lu}[^\d]+ \d{1,3}\. \p{Lu}/u
const NUMBER_ALONE =
  /^(?:(?:tom[eo]?|vol(?:ume)?|band|bd|book|livre|libro|buch|teil|deel|part|issue|heft|ausgabe|num[eé]ro|número|nr|no|n[º°]|t|v)\.? ?|#)\d{1,4}$/iu
const YEAR = /^(?:1[5-9]|20)\d\d$/
const WORD = "\\p{Lu}[\\p{L}'’-]*"
const SMALL = '(?:de|da|di|du|del|della|la|le|van|von|der|den|ten|ter|al|el|bin|y)'

const bracketsBehind = (part: string): string => BRACKETS_BEHIND.exec(part)?.[0] ?? ''

/** "Neil Gaiman & Terry Pratchett", "Стругацкий А., Стругацкий Б." */
function peopleIn(text: string): string[] {
  return text.split(/ (?:&|and|und|et|y|и) |(?<=\p{Lu}\.), /u)
}

/** "J. R. R. Tolkien", "Ursula K. Le Guin", "Tolkien, J. R. R.", "Толкин Дж. Р. Р." */
function isSurelyPerson(text: string): boolean {
  return peopleIn(text).every(
    (one) => INITIALS.test(one) || INITIALS_HAN.test(one) || INITIALS_BEHIND.test(one) || COMMA.test(one),
  )
}

const INITIALS = new RegExp(
  `^(?:${WORD} )?(?:\\p{Lu}\\.[ -]?){1,3}(?: ?(?:${SMALL}|${WORD})){1,3}$|^(?:${WORD} ){1,2}\\p{Lu}\\. ${WORD}$`,
  'u',
)
const INITIALS_BEHIND = new RegExp(`^${WORD} (?:(?:\\p{Lu}|Дж)\\. ?){1,3}$`, 'u')
/** "J.K.罗琳" */
const INITIALS_HAN = /^(?:\p{Lu}\.[ -]?){1,3}\p{Script=Han}{2,6}$/u
const COMMA = new RegExp(
  `^(?:${SMALL} )*${WORD}(?: ${WORD})?, (?:${WORD}|\\p{Lu}\\.)(?: ?(?:${WORD}|\\p{Lu}\\.)){0,2}$`,
  'u',
)

/** "Ray Bradbury", "Gabriel García Márquez", "Murakami Haruki", "Voltaire" */
function isNamedPerson(text: string): boolean {
  return peopleIn(text).every((one) => {
    const name = one.toLowerCase()
    return MONONYMS.has(name) || (isLikePerson(one) && hasGivenName(one) && !HEROES_NAMING_SERIES.has(name))
  })
}

/** Two or three capitalised words that do not begin with an article. */
function isLikePerson(text: string): boolean {
  return LIKE_PERSON.test(text) && !/^(?:The|A|An|Der|Die|Das|Le|La|Les|El|Los|Las)\s/u.test(text)
}

const LIKE_PERSON = new RegExp(`^${WORD}(?: ${SMALL}){0,2}(?: ${WORD}){1,2}$`, 'u')
