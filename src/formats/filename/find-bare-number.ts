import { isYear } from './dates.ts'
import type { LibraryKind } from './file-name-facts.ts'
import { NAME_ENDING_IN_NUMBER } from './file-name-vocabulary.ts'
import type { NumberMarker } from './number-markers.ts'
import { formatNumberRange, withoutLeadingZeros } from './number-text.ts'
import { BRACKET_MARK, READ_TEXT_MARK } from './split-brackets.ts'

export interface BareNumber extends NumberMarker {
  /** The name begins with it: "013. Fear Itself", "4-Conan". */
  leading: boolean
}

export interface NumberSurroundings {
  volume?: NumberMarker
  /** Positions of brackets with a date, and their years. */
  years: readonly { at: number; year: number }[]
  kind?: LibraryKind
  /** A folder above names the series. */
  inFolder?: boolean
  /** Volumes of light novels have bare numbers, like manga. */
  isLightNovel?: boolean
}

/** Finds the number without a marker ("Batgirl 002 (2011)"): the hard part of every name. */
export function findBareNumber(text: string, around: NumberSurroundings): BareNumber | undefined {
  const all = candidates(text)
  const rest = all.filter((candidate) => !candidate.leading && mayNumber(candidate, text, around))
  return among(rest, text, around) ?? leadingNumber(all, text, around) ?? gluedNumber(text, all, around)
}

/**
 * "OnePiece001": only if there is no other number, and if padded: "Mx0" and "Catch22" are names. East Asian names often
 * have no space before the number.
 */
function gluedNumber(
  text: string,
  all: readonly Candidate[],
  { volume, kind }: NumberSurroundings,
): BareNumber | undefined {
  if (volume) return undefined
  const glued = all.length > 0 ? null : (GLUED.exec(text) ?? GLUED_EAST.exec(text))
  const match = glued ?? (kind === 'book' ? COUNTED_NOVEL.exec(text) : null)
  if (!match) return undefined
  const end = match.index + match[1]!.length
  if (NAME_ENDING_IN_NUMBER.test(text.slice(0, end))) return undefined
  return { value: withoutLeadingZeros(match[1]!), raw: match[1]!, start: match.index, end, leading: false }
}

const GLUED = /(?<=\p{L}{3})(0\d{1,3})(?= *(?:\uE000|$))/u
/** ゴールデンカムイ31, 원피스105, "三体2：黑暗森林" */
const GLUED_EAST =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{2}[!?！？]{0,2})(\d{1,3})(?= *(?:[\uE000\uE001]|$|[:：] ?\S))/u
/** "オーバーロード14 滅国の魔女", "劣等生 32 サクリファイス編"; ゴルゴ13 is a manga. */
const COUNTED_NOVEL =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2}[!?！？]{0,2}[ \u3000]?)(\d{1,2})(?=[ \u3000]+[^\s\d]| *(?:\uE000|$))/u

/** "Kaiju No. 8" and "Fahrenheit 451" are names: manga aren't numbered with "No.", and books not with bare numbers. */
function mayNumber(candidate: Candidate, text: string, { kind, isLightNovel }: NumberSurroundings): boolean {
  if (kind === 'manga') return !/(?<!\p{L})N[or]\. $/iu.test(text.slice(0, candidate.start))
  if (kind === 'book') {
    if (candidate.closes && (isLightNovel || EAST_ASIAN_NAME.test(text.slice(0, candidate.start).slice(-10))))
      return true
    // "Foundation 1-3": no title ends with a range.
    if (candidate.closes && isRange(candidate)) return true
    return (
      isPadded(candidate.raw) ||
      candidate.alone ||
      /^ [-–] |^\. (?=\p{Lu})/u.test(text.slice(candidate.end)) ||
      // "Die Zeit 2023-41", once the year has been read
      text[candidate.start - 1] === READ_TEXT_MARK
    )
  }
  return true
}

const EAST_ASIAN_NAME = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][^\p{L}]*$/u

/** The end of a leading number that only sorts files ("013. Fear itself - The Worthy 02"). */
export function orderPrefixEnd(text: string): number {
  const lead = candidates(text).find((candidate) => candidate.leading)
  // "13-Fear itself - The Worthy 02" is sorted by its number, in "07-Ghost 012" it is part of the name.
  if (!lead || /^-\S+ (?:[-#vc]|\d)/iu.test(text.slice(lead.end))) return 0
  return isPadded(lead.raw) || isSetApart(text, lead) ? lead.end : 0
}

interface Candidate extends BareNumber {
  /** No title text follows: end, bracket, " - ", comma, or the releaser's capitals. */
  closes: boolean
  /** A separate segment: "Highschool of the Dead - 02". */
  alone: boolean
}

function among(list: Candidate[], text: string, around: NumberSurroundings): Candidate | undefined {
  const { volume, years, kind } = around
  if (volume) return afterVolume(list, text, volume) ?? beforeVolume(list, text, volume, kind)

  const afterYear = list.find((c) => years.some(({ at }) => at < c.start && isBlank(text.slice(at + 1, c.start))))
  if (afterYear) return afterYear

  const closing = list.filter((c) => c.closes && !isPartOfName(c, text, around))
  const padded = closing.find((c) => isPadded(c.raw))
  return (
    // "Hellboy - 1957 - Forgotten Lives 001": a year between the parts of a name.
    closing.find((c) => c.alone && !(padded && /^(?:19|20)\d\d$/.test(c.raw))) ??
    padded ??
    (kind === 'manga' ? closing.at(-1) : closing[0]) ??
    list.find((c) => isPadded(c.raw)) ??
    // "One Piece 1-100 Complete"
    list.find((c) => isRange(c))
  )
}

function isRange({ raw, value }: Candidate): boolean {
  const last = value?.split('-')[1]
  return last !== undefined && Number(raw) < Number(last)
}

function afterVolume(list: Candidate[], text: string, volume: NumberMarker): Candidate | undefined {
  return list.find((c) => {
    if (c.start < volume.end) return false
    const between = text.slice(volume.end, c.start)
    return isBlank(between) || (c.closes && (/^[\s,\-–.\uE000]*$/.test(between) || KIND_OF_ISSUE.test(between)))
  })
}

/** "Comic Shop News 1333 Vol. 3": the run comes after the issue. A padded volume ("Mob Psycho 100 v02") is a book. */
function beforeVolume(
  list: Candidate[],
  text: string,
  volume: NumberMarker,
  kind?: LibraryKind,
): Candidate | undefined {
  if (isPadded(volume.raw) || (kind !== 'comic' && kind !== undefined)) return undefined
  const number = list.find((c) => c.end <= volume.start && isBlank(text.slice(c.end, volume.start)))
  if (!number || isRecentYear(number.raw)) return undefined
  // Unless the library is known to contain comics, "Mob Psycho 100 Vol. 3" must stay a name.
  return kind === 'comic' || isYear(Number(volume.value)) || looksCounted(number) ? number : undefined
}

/** No name ends like this: "1333", "12b", "-1", "1.5". */
function looksCounted({ raw, value }: Candidate): boolean {
  return raw.length >= 4 || value !== withoutLeadingZeros(raw)
}

/** Words between the volume and the number, as in "Annual 01". */
export const KIND_OF_ISSUE = /^[\s\-–]*(annual|special|yearbook|hors[- ]s[ée]rie|giant[- ]size)[\s\-–]*$/i

/** "Cory Story 2010" and "Liberty Annual 2011 (2011)" have a year in their name; "2000AD 2000 (29-06-11)" does not. */
function isPartOfName(candidate: Candidate, text: string, { years }: NumberSurroundings): boolean {
  if (!/^\d{4}$/.test(candidate.raw) || !isYear(Number(candidate.raw))) return false
  const followed = /^[\s\uE000]*$/.test(text.slice(candidate.end))
  const dated = years.find(({ at }) => at >= candidate.end)
  if (followed && dated) return Math.abs(dated.year - Number(candidate.raw)) <= 1
  return isRecentYear(candidate.raw)
}

/** Issue numbers of the longest-running comics stay below 1980; from there on it is a year. */
function isRecentYear(raw: string): boolean {
  return /^\d{4}$/.test(raw) && Number(raw) >= 1980 && Number(raw) < 2100
}

function leadingNumber(
  all: Candidate[],
  text: string,
  { volume, kind, inFolder }: NumberSurroundings,
): Candidate | undefined {
  const lead = all.find((candidate) => candidate.leading)
  if (!lead || volume) return undefined
  // 【推しの子】 16
  // "The Wheel of Time/01 The Eye of the World"
  const isBehindName = lead.raw.length < 3 && text.slice(0, lead.start).includes(BRACKET_MARK)
  if (kind === 'book' && !isSetApart(text, lead) && !(inFolder && isPadded(lead.raw)) && !isBehindName) return undefined
  if (isBlank(text.slice(lead.end).replaceAll(BRACKET_MARK, ''))) return lead
  // "30 Days of Night" and "100 Bullets" are names; longer numbers count only with padding or a separator, single
  // digits also as in "2 Scratch9".
  const numbering = isPadded(lead.raw) || isSetApart(text, lead) || lead.raw.includes('.')
  if (numbering) return lead
  // "8 Billion Genies" is a name unless a folder names the series.
  const words = text.slice(lead.end).replaceAll(BRACKET_MARK, ' ').trim().split(/\s+/)
  return lead.raw.length === 1 && (inFolder || words.length === 1) ? lead : undefined
}

/** "04 - Asterix", "013. Fear itself", "4-Conan", but not "3-gatsu no Lion". */
function isSetApart(text: string, lead: Candidate): boolean {
  return lead.raw.length <= 3 && /^(?:\.? - |\. |\) ?|-(?=\p{Lu}))/u.test(text.slice(lead.end))
}

const CANDIDATE =
  /(?<![\p{L}\p{N}.'’$#/+])(\d{1,3}(?:,\d{3}){1,3}|\d{1,7}(?:\.\d{1,7})?)([½¼¾])?(\.?[A-Z]{2,4}|v(?=\d)|[A-Za-z]|\p{Ll}{2,5})?(?:(?<=v)\d)?(?:[-~](\d{1,7}(?:\.\d{1,7})?[a-z]?))?(?![\p{L}\p{N}%°])/gu
/** Suffixes that give a number another meaning: ordinals, pages, pixels, dimensions. */
const NOT_A_NUMBER = /^(?:st|nd|rd|th|er|e|ème|ste|de|p|pg|pgs|pages?|px|d|k|x|mb|gb|am|pm|yen)$/i

function candidates(text: string): Candidate[] {
  const found: Candidate[] = []
  const opening = text.search(/[^\s\uE000]/)
  CANDIDATE.lastIndex = 0
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const candidate = readCandidate(match, text, opening)
    if (candidate) found.push(candidate)
  }
  return found
}

function readCandidate(match: RegExpExecArray, text: string, opening: number): Candidate | undefined {
  const [whole, written, fraction = '', suffix = '', last] = match
  const digits = written!.replaceAll(',', '')
  if (NOT_A_NUMBER.test(suffix)) return undefined
  if (NAME_ENDING_IN_NUMBER.test(text.slice(0, match.index + whole.length))) return undefined
  // "012v2" is the second release of number 12.
  const isRelease = suffix === 'v' && /v\d$/.test(whole)
  if (isSpanOfYears(text.slice(Math.max(0, match.index - 10), match.index), digits, last)) return undefined
  const sign = signBefore(text, match.index, digits)
  if (sign === undefined) return undefined
  const after = text.slice(match.index + whole.length)
  // "1222cory" is a number only if nothing follows; "100-Page" and "8:30" never are.
  if (suffix.length > 1 && /\p{Ll}/u.test(suffix) && !/^[\s\uE000]*$/.test(after)) return undefined
  const leading = match.index === opening
  // "wytches-003-digital"
  const isInSlug = isPadded(digits) && after.startsWith('-') && !text.trim().includes(' ')
  if (/^[-:'’]\p{L}|^[:.,]\d/u.test(after) && !leading && !isInSlug) return undefined

  const start = sign === '-' ? match.index - 1 : match.index
  const before = text.slice(0, start)
  const closes =
    /^[\s.-]*$|^ ?\uE000|^\. (?=\p{Lu})|^\s+[-–]+ |^[,;:] |^\s+\p{Lu}{2,5}\s*\uE000?$|^\s*\uE001|^- |^ ?[～〜]/u.test(
      after,
    )
  return {
    value: last
      ? formatNumberRange(digits + fraction, last)
      : sign + withoutLeadingZeros(digits + fraction) + (isRelease ? '' : suffix),
    raw: digits,
    start,
    end: match.index + whole.length,
    leading,
    closes,
    alone: closes && /(?:^|\s)[-–]\s$/.test(before),
  }
}

/** "Prince Valiant v05 - 1945-1946", "Peanuts - 1959 to 1960" */
function isSpanOfYears(before: string, digits: string, last?: string): boolean {
  const first = last ? digits : /(?<!\d)(\d{4}) ?(?:[-–]|to|bis|à|a) $/u.exec(before)?.[1]
  const [from, to] = [Number(first), Number(last ?? digits)]
  return isYear(from) && isYear(to) && from < to
}

/** A hyphen before a number is a minus, a separator, or part of a word ("X-23"): undefined. */
function signBefore(text: string, at: number, digits: string): '' | '-' | undefined {
  if (text[at - 1] !== '-') return ''
  const before = text[at - 2] ?? ' '
  if (before === '-' || before === ' ' || before === BRACKET_MARK || before === READ_TEXT_MARK) {
    // "Donjon -101- Le cimetière": between two hyphens.
    const isBetween = text[at + digits.length] === '-'
    return isPadded(digits) || isBetween || before === BRACKET_MARK || before === READ_TEXT_MARK ? '' : '-'
  }
  // Only a name without spaces uses hyphens as separators: "Conan-the-Man-32"; a name such as "X-23" is never padded.
  return text.slice(0, at).trim().includes(' ') && !isPadded(digits) ? undefined : ''
}

function isPadded(raw: string): boolean {
  return /^0\d/.test(raw)
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}
