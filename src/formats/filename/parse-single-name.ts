import { type BracketFacts, readBracketGroups } from './bracket-groups.ts'
import { dateInText } from './dates.ts'
import { distinguishVolumeFromYear } from './distinguish-volume-from-year.ts'
import type { FileNameFacts, LibraryKind } from './file-name-facts.ts'
import { findIssueOrChapterNumber, type IssueOrChapterNumber } from './find-issue-or-chapter-number.ts'
import { nameBeforeCatalogueFields } from './name-before-catalogue-fields.ts'
import { nameWithoutAuthor } from './name-without-author.ts'
import { nameWithoutScanlator } from './name-without-scanlator.ts'
import { findSpecial, findVolumes, type NumberMarker } from './number-markers.ts'
import { withoutLeadingZeros } from './number-text.ts'
import { seriesToBrackets } from './series-to-brackets.ts'
import {
  BRACKET_MARK,
  type BracketGroup,
  blankOut,
  READ_TEXT_MARK,
  splitBrackets,
  withoutExtension,
} from './split-brackets.ts'
import { namedByBrackets, splitSeriesFromTitle } from './split-series-from-title.ts'
import { readTagsOutsideBrackets } from './tags-outside-brackets.ts'

export interface ReadOptions {
  kind?: LibraryKind
  /** A folder called "Foo 50" is a name; a file called "Foo 50.cbz" is number 50. */
  folder?: boolean
  /** A folder above names the series, so the name needn't. */
  inFolder?: boolean
}

/** Parses one name without its folders: first markers, then the bare number; the rest is the series. */
export function parseSingleName(name: string, { kind, folder, inFolder }: ReadOptions = {}): FileNameFacts {
  const stem = folder ? name : nameBeforeCatalogueFields(withoutExtension(name))
  const named = inFolder && !folder ? nameWithoutScanlator(stem) : stem
  const isBookFile = kind === 'book' && !folder
  const shape = splitBrackets(isBookFile ? seriesToBrackets(nameWithoutAuthor(named)) : named, { folder })
  const groups = readBracketGroups(shape.groups)
  const bracketed = kind === 'book' ? seriesInBrackets(shape.groups) : undefined
  const tags = readTagsOutsideBrackets(shape.text, groups, { kind, folder })
  const date = dateInText(tags.text)
  const text = date ? blankOut(tags.text, date.start, date.end, READ_TEXT_MARK) : tags.text

  const special = findSpecial(text)
  const volumes = findVolumes(text)
  const counted = tags.extra ? blankOut(text, tags.extra.start, tags.extra.end, READ_TEXT_MARK) : text
  const found = special
    ? undefined
    : findIssueOrChapterNumber({ text: counted, groups, volume: volumes[0], kind, folder, inFolder })
  const number = found && !folder && !inFolder && isWholeName(text, found, groups) ? undefined : found
  if (!number && volumes.length === 0) groups.volume ??= groups.part
  const arc = number?.how === 'issue' ? arcPart(text, number, groups) : undefined
  const stops = [special, date && { ...date, raw: '' }, tags.extra, arc].filter((stop) => stop !== undefined)
  const { series, title } = splitSeriesFromTitle({
    text,
    groups,
    volume: volumes[0],
    number,
    stops,
    kind,
    inFolder,
    folder,
  })

  const isSpecial = special !== undefined
  const facts: FileNameFacts = {
    ...tags.facts,
    series: series ?? nameOfLastResort(name, shape.text, groups, number),
    title,
    number: number?.value,
    chapter: number?.how === 'chapter' ? number.value : undefined,
    count: countOf(text, number, groups),
    special: isSpecial,
  }
  const full = {
    ...facts,
    ...distinguishVolumeFromYear({
      text,
      volumes,
      groups,
      number,
      arc,
      date,
      kind,
      title,
      uncounted: folder || isSpecial,
    }),
  }
  return bracketed ? { ...full, ...bracketed, title: full.series } : full
}

/** "300 (1998)", "1984": the number is the whole name, and no folder above names a series. */
function isWholeName(text: string, { how, raw, start, end }: IssueOrChapterNumber, { dates }: BracketFacts): boolean {
  if (how !== 'leading' || raw.startsWith('0') || (raw.length < 3 && dates.length === 0)) return false
  return (text.slice(0, start) + text.slice(end)).replaceAll(BRACKET_MARK, '').trim() === ''
}

/** "Foundation (Foundation #1)", "The Hobbit (Middle-earth, Book 0)": the notation that shops use for series. */
function seriesInBrackets(groups: readonly BracketGroup[]): Pick<FileNameFacts, 'series' | 'number'> | undefined {
  for (const { content } of groups) {
    const match = /^(.{2,120}?),? (?:(?:#|book |vol\. )(\d{1,4}(?:\.\d{1,2})?)|(\d{1,2}(?:\.5)?))$/i.exec(content)
    if (
      match &&
      !(
        match[3] &&
        /(?:^|\s)(?:part|season|volume|vol|book|edition|copy|of|year|v|tom[eo]?|band|bd|teil|deel|livre|libro|buch|folge|heft|issue|chapter|nr|no|n[º°])\.?$/i.test(
          match[1]!,
        )
      )
    )
      return { series: match[1], number: withoutLeadingZeros(match[2] ?? match[3]!) }
  }
  return undefined
}

/** "#008 - Simple Truth 03 (of 06)": the third part of a story arc, in the eighth issue of the series. */
function arcPart(text: string, number: NumberMarker, groups: BracketFacts): NumberMarker | undefined {
  for (const { at, count } of groups.counts) {
    const match = /(?<= )(\d{1,3}) ?$/.exec(text.slice(number.end, at))
    if (!match) continue
    const start = number.end + match.index
    return { start, end: at, value: match[1]!.replace(/^0+(?=\d)/, ''), raw: match[1]!, count }
  }
  return undefined
}

/** "5 of 10", "05 (of 10)" */
function countOf(text: string, number: NumberMarker | undefined, groups: BracketFacts): string | undefined {
  const behind = groups.counts.find(({ at }) => number && number.end <= at && !text.slice(number.end, at).trim())
  const count = number?.count ?? behind?.count
  return count && withoutLeadingZeros(count)
}

/** A name of only brackets or a number is still better than none. */
function nameOfLastResort(
  name: string,
  text: string,
  groups: BracketFacts,
  number: IssueOrChapterNumber | undefined,
): string | undefined {
  const stem = withoutExtension(name).trim()
  if (number?.how === 'issue' && /^#\d+$/.test(stem)) return number.value
  if (text.replaceAll(BRACKET_MARK, '').trim() !== '' || !stem) return undefined
  const named = groups.unread.filter(({ content }) => !/^(?:漫画|漫畫|comics?|manga)$/i.test(content))
  const isNumbered = groups.volume ?? groups.chapter ?? groups.issue ?? groups.plain
  if (!isNumbered && named.length < 2) return stem
  return namedByBrackets(named)?.content ?? stem
}
