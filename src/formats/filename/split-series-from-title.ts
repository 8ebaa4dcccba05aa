import type { BracketFacts } from './bracket-groups.ts'
import { isYear } from './dates.ts'
import type { LibraryKind } from './file-name-facts.ts'
import { RELEASE_FORMATS, RELEASE_TAG_PATTERN } from './file-name-vocabulary.ts'
import { KIND_OF_ISSUE, orderPrefixEnd } from './find-bare-number.ts'
import type { IssueOrChapterNumber } from './find-issue-or-chapter-number.ts'
import type { NumberMarker } from './number-markers.ts'
import { tidySeriesName } from './series-name.ts'
import { BRACKET_MARK, type BracketGroup, READ_TEXT_MARK } from './split-brackets.ts'

export interface NumbersInName {
  text: string
  groups: BracketFacts
  volume?: NumberMarker
  number?: IssueOrChapterNumber
  /** Everything else that ends the series name: a date, SP01, "Bonus Chapter". */
  stops: NumberMarker[]
  kind?: LibraryKind
  /** A folder above names the series. */
  inFolder?: boolean
  /** The name is that of a folder. */
  folder?: boolean
}

export interface SeriesAndTitle {
  series?: string
  title?: string
}

/** The series is before the numbers, the title of the book after them. */
export function splitSeriesFromTitle(found: NumbersInName): SeriesAndTitle {
  const { text, volume, number } = found
  if (number && opens(text, number) && number.how !== 'chapter') {
    const name = nameBehind(found, number) ?? nameInBrackets(found, number.start)
    // "Pilot Season/01 - The Bomb.cbz", "Thorgal/01 La magicienne trahie.cbz"
    const isSetApart = number.raw.startsWith('0') || /^(?: - |\. )/.test(text.slice(number.end))
    return found.inFolder && isSetApart ? { title: name } : { series: name }
  }

  const title = titleBehind(found)
  const start = startOfName(found)
  const stops = [volume, number, ...found.stops].filter((marker) => marker !== undefined && marker.start >= start)
  const end = stops.length > 0 ? Math.min(...stops.map((stop) => stop!.start)) : endOfPlainName(text)
  const name = nameWithUnknownBrackets(text, start, end, found.groups)
  const isBare = number?.how === 'bare' && number.start === end
  const head = tidySeriesName(isBare ? name.replace(PART_BEFORE_NUMBER, '') : name, found)
  if (!head) return { series: nameInBrackets(found, end), title }
  const series = head + kindOfIssue(found)

  // "Futuristic Tales: Anda's Game #001": a colon is never in a file name by accident.
  const colon = found.kind !== 'manga' && number?.how === 'issue' && !title ? series.indexOf(': ') : -1
  if (colon < 0) return { series, title }
  return { series: series.slice(0, colon), title: series.slice(colon + 2) }
}

/** "Dune Part 2"; "Body Part #2" is a name. */
const PART_BEFORE_NUMBER = /(?<=\S) (?:part|partie|parte|teil|pt\.?|часть) *$/iu

/** The position after a leading run year, date or sort number. */
function startOfName({ text, volume, number, stops }: NumbersInName): number {
  if (volume && isLeadingYear(text, volume)) return volume.end
  const date = stops.find((stop) => stop.raw === '' && opens(text, stop))
  if (date && number) return date.end
  return number || volume ? orderPrefixEnd(text) : 0
}

function opens(text: string, marker: NumberMarker): boolean {
  return text.slice(0, marker.start).replaceAll(BRACKET_MARK, '').trim() === ''
}

/** "V1995 Conan": the year of a run may come first; "Volume 12 - Janken Boy" has only a title. */
function isLeadingYear(text: string, volume: NumberMarker): boolean {
  return opens(text, volume) && isYear(Number(volume.value))
}

/** "#2 - Dv8 (2005)", "4-Conan" */
function nameBehind({ text, volume, stops }: NumbersInName, number: NumberMarker): string | undefined {
  const rest = text.slice(number.end)
  const next = [volume, ...stops].filter((stop) => stop !== undefined && stop.start > number.end)
  const end = Math.min(endOfPlainName(rest), ...next.map((stop) => stop!.start - number.end))
  return tidySeriesName(rest.slice(0, end).replace(/[\uE000\uE001]/g, ' '))
}

/** "[Oshi no Ko] #001": keeps the brackets, if neither a folder nor anything else names the series. */
function nameInBrackets({ text, groups, inFolder }: NumbersInName, end: number): string | undefined {
  const isAllInBrackets = text.replaceAll(BRACKET_MARK, '').trim() === ''
  const before = groups.unread.filter(({ at }) => at < end)
  if (!inFolder && !isAllInBrackets && before.length > 1) return namedByBrackets(before)?.content
  const group = inFolder || isAllInBrackets ? undefined : groups.unread.findLast(({ at }) => at < end)
  return group && group.bracket + group.content + CLOSING[group.bracket]
}

/**
 * "[进击的巨人][谏山创][Vol.01]" begins with the name, followed by the author; "[Group][One Piece][01]" begins with the
 * releaser.
 */
export function namedByBrackets(groups: readonly BracketGroup[]): BracketGroup | undefined {
  const isReleased = groups.length > 1 && !EAST_ASIAN.test(groups[0]!.content)
  return groups[isReleased ? 1 : 0]
}

const EAST_ASIAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u

/** Without numbers a name ends at the first bracket after it. */
function endOfPlainName(text: string): number {
  const opening = text.search(/[^\s\uE000]/)
  const end = opening < 0 ? -1 : text.indexOf(BRACKET_MARK, opening)
  return end < 0 ? text.length : end
}

/** Unrecognised brackets are part of the name if there are words on both sides; curly braces always are. */
export function nameWithUnknownBrackets(text: string, start: number, end: number, groups: BracketFacts): string {
  let name = ''
  for (let at = start; at < end; at++) {
    const char = text[at]!
    const group = char === BRACKET_MARK ? groups.unread.find((unread) => unread.at === at) : undefined
    const isInside = /[\p{L}\p{N}]/u.test(name) && /[\p{L}\p{N}]/u.test(text.slice(at, end))
    if (group && (group.bracket === '{' || isInside)) name += group.bracket + group.content + CLOSING[group.bracket]
    else name += char === BRACKET_MARK || char === READ_TEXT_MARK ? ' ' : char
  }
  return name
}

const CLOSING = { '(': ')', '[': ']', '{': '}' }

/** "The Defenders v1 Annual #01": annuals have their own numbering, so they're a separate series. */
function kindOfIssue({ text, volume, number }: NumbersInName): string {
  if (!volume || !number || number.start < volume.end) return ''
  const kind = KIND_OF_ISSUE.exec(text.slice(volume.end, number.start))?.[1]
  return kind ? ` ${kind}` : ''
}

function titleBehind({ text, groups, volume, number, stops }: NumbersInName): string | undefined {
  const last = [volume, number, groups.volume].filter((marker) => marker !== undefined).sort((a, b) => b.end - a.end)[0]
  if (!last) return undefined
  const stop = Math.min(text.length, ...stops.filter((other) => other.start >= last.end).map((other) => other.start))
  const stretches = text.slice(last.end, stop).split(/[\uE000\uE001]/)
  const title = tidyTitle(stretches.find((stretch) => tidyTitle(stretch)) ?? '')
  // The releaser's capitals after the number ("153b RHS", "PT-BR") and the publisher before the date aren't titles.
  if (!title || /^\p{Lu}{2,5}(?:-\p{Lu}{2})?$/u.test(title) || title === groups.publisher) return undefined
  return title
}

function tidyTitle(raw: string): string {
  const title = raw
    .replace(/\s+/g, ' ')
    .replace(/^[\s,:：;.\-–—~]+/, '')
    .replace(/(?:(?:^| )v\d)?[\s,:;\-–—~]*$/i, '')
    .replace(RELEASE_WORDS, '')
  return isReleaseWord(title) || BEFORE_DATE.test(title) ? '' : title
}

/** "Nr. 44 vom 28.10.2023" */
const BEFORE_DATE = /^(?:vom|du|del|dal|of|van|från)$/iu

/** "TPB - Who Killed Retro Girl", "The End webrip" */
const RELEASE_WORDS = /^(?:TPB|OGN|HC|digital)(?: - |$)|(?:^|[ -]+)(?:webrip|c2c|copy|\d{3,4}px|getcomics[. ]\w+)$/iu

function isReleaseWord(title: string): boolean {
  return RELEASE_FORMATS.has(title.toLowerCase()) || RELEASE_TAG_PATTERN.test(title)
}
