import { type DateFacts, dateInBrackets } from './dates.ts'
import { EDITION_PATTERN, LANGUAGES, PUBLISHERS, RELEASE_FORMATS, RELEASE_TAG_PATTERN } from './file-name-vocabulary.ts'
import {
  findChapter,
  findIssue,
  findNumberOfTotal,
  findSeason,
  findVolumes,
  type NumberMarker,
  totalInBrackets,
} from './number-markers.ts'
import { withoutLeadingZeros } from './number-text.ts'
import { type BracketGroup, blankOut } from './split-brackets.ts'

/** Facts from the brackets of a name, each with the position of its bracket in the running text. */
export interface BracketFacts {
  dates: (DateFacts & { at: number })[]
  volume?: NumberMarker
  chapter?: NumberMarker
  issue?: NumberMarker
  counts: { count: string; at: number }[]
  format?: string
  publisher?: string
  language?: string
  edition?: string
  scan?: string
  c2c: boolean
  isLightNovel: boolean
  /** 銀の匙（上）; of a numbered volume, a part of it. */
  part?: NumberMarker
  /** "進撃の巨人（34）" */
  plain?: NumberMarker
  /** Brackets with none of these: releasers, or part of a name ("{Full Contact Edition}"). */
  unread: BracketGroup[]
}

export function readBracketGroups(groups: readonly BracketGroup[]): BracketFacts {
  const facts: BracketFacts = { dates: [], counts: [], c2c: false, isLightNovel: false, unread: [] }
  for (const group of groups) readGroup(group, facts)
  return facts
}

function readGroup(group: BracketGroup, facts: BracketFacts): void {
  const { content, at } = group
  const date = dateInBrackets(content)
  const count = totalInBrackets(content)
  if (/^(?:light novel|ln)$/i.test(content)) facts.isLightNovel = true
  if (/^c2c$/i.test(content)) facts.c2c = true
  else if (date) facts.dates.push({ ...date, at })
  else if (count) facts.counts.push({ count, at })
  else if (!isRelease(group) && !readNumbers(group, facts)) readWords(group, facts)
}

/**
 * "[v2]" is the second release of the same scan, "(v5.0)" or "(v1.1)" that of an ebook, "(v01)" the volume; a leading "(C99)" is a
 * convention in Tokyo.
 */
function isRelease({ bracket, content, at }: BracketGroup): boolean {
  return (
    (bracket === '[' && /^v\d$/i.test(content)) ||
    /^v\d\.\d$/i.test(content) ||
    (at === 0 && /^C\d{2,3}$/.test(content))
  )
}

/** Only markers that fill their brackets are used: "(between chapter 083 and ch084)" does not. */
function readNumbers({ content, at }: BracketGroup, facts: BracketFacts): boolean {
  const volume = findVolumes(content)[0] ?? findSeason(content)
  const chapter = findChapter(content)
  const issue = chapter ? undefined : (findIssue(content) ?? numbered(content) ?? findNumberOfTotal(content))
  const found = [volume, chapter, issue].filter((marker) => marker !== undefined)
  const rest = found.reduce((text, marker) => blankOut(text, marker.start, marker.end), content)
  if (found.length === 0 || /[\p{L}\p{N}]/u.test(rest.replace(BESIDES, '').replace(FORMAT_WORD, ''))) return false

  const here = (marker: NumberMarker | undefined) => marker && { ...marker, start: at, end: at + 1 }
  facts.volume ??= here(volume)
  facts.chapter ??= here(chapter)
  facts.issue ??= here(issue)
  return true
}

/** "(Nr. 263)", "(intégrale 2)" */
function numbered(content: string): NumberMarker | undefined {
  const match =
    /^(?:n|no|nr|num|núm|int[ée]grale?|gesamtausgabe|omnibus|compendium)[.º°]? ?(\d{1,5})$|^[№nº°]{1,2} ?(\d{1,5})$/iu.exec(
      content,
    )
  const raw = match?.[1] ?? match?.[2]
  return raw ? { value: withoutLeadingZeros(raw), raw, start: 0, end: content.length } : undefined
}

/** "(TPB v1)" */
const FORMAT_WORD = /^ ?(?:TPB|HC|GN|OGN|digital) /i
/** "(Ch.089-097+Omake)", "(1-2446章全)" */
const BESIDES = /[+&,] ?(?:omake|extras?|bonus|specials?|epilogue|prologue|afterword)(?:[ -]?\d{1,2})?|[全完]/giu

/** "(digital-Scanner)" */
const RELEASED_BY = /^(digital(?:[- ]hd)?|webrip|web-rip|retail)[- ](?!hd$|tpb$)(.{2,60})$/iu
const PART = /^[上中下]$/

function readWords(group: BracketGroup, facts: BracketFacts): void {
  const { bracket, content, at } = group
  const word = content.toLowerCase()
  if (/^\d{1,3}$|^0\d{1,3}-\d{2,4}$/.test(content)) {
    facts.plain ??= { value: withoutLeadingZeros(content), raw: content, start: at, end: at + 1 }
  } else if (LANGUAGES.has(word)) facts.language ??= LANGUAGES.get(word)
  else if (RELEASE_FORMATS.has(word)) facts.format ??= content
  else if (RELEASED_BY.test(content)) {
    const [, format, scan] = RELEASED_BY.exec(content)!
    facts.format ??= format
    facts.scan = scan
  } else if (bracket !== '{' && PART.test(content))
    facts.part ??= findVolumes(`x ${content}巻`).map((part) => ({ ...part, start: at, end: at + 1 }))[0]
  else if (PUBLISHERS.has(word)) facts.publisher ??= PUBLISHERS.get(word)
  else if (EDITION_PATTERN.test(content)) facts.edition ??= content
  else if (RELEASE_TAG_PATTERN.test(content)) return
  else {
    facts.unread.push(group)
    // Japanese and Chinese names begin with the authors.
    const isAuthor = at === 0 && /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(content)
    if (bracket !== '{' && !isAuthor) facts.scan = content
  }
}
