import { type DateFacts, dateInBrackets } from './dates.ts'
import { countInBrackets, findChapter, findIssue, findSoManyOf, findVolumes, type Marker } from './markers.ts'
import type { Group } from './shape.ts'
import { EDITION, FORMATS, LANGUAGES, PUBLISHERS, RELEASE_NOTES } from './words.ts'

/** What the brackets of a name say, each with the place of its bracket in the running text. */
export interface GroupFacts {
  dates: (DateFacts & { at: number })[]
  volume?: Marker
  chapter?: Marker
  issue?: Marker
  counts: { count: string; at: number }[]
  format?: string
  publisher?: string
  language?: string
  edition?: string
  scan?: string
  c2c: boolean
  /** Brackets in curly braces that say none of this: "{Full Contact Edition}" is part of a series' name. */
  unread: Group[]
}

export function readGroups(groups: readonly Group[]): GroupFacts {
  const facts: GroupFacts = { dates: [], counts: [], c2c: false, unread: [] }
  for (const group of groups) readGroup(group, facts)
  return facts
}

function readGroup({ bracket, content, at }: Group, facts: GroupFacts): void {
  if (/^c2c$/i.test(content)) return void (facts.c2c = true)
  const date = dateInBrackets(content)
  if (date) return void facts.dates.push({ ...date, at })

  const count = countInBrackets(content)
  if (count) return void facts.counts.push({ count, at })

  // "[v2]" is the second release of the same scan, "(v01)" the volume.
  if (bracket === '[' && /^v\d$/i.test(content)) return
  const volume = filling(content, findVolumes(content)[0])
  if (volume && !facts.volume) facts.volume = { ...volume, start: at, end: at + 1 }
  const chapter = filling(content, findChapter(content), volume)
  if (chapter && !facts.chapter) facts.chapter = { ...chapter, start: at, end: at + 1 }
  const issue = filling(content, findIssue(content)) ?? filling(content, findSoManyOf(content))
  if (issue && !facts.issue) facts.issue = { ...issue, start: at, end: at + 1 }
  if (volume || chapter || issue) return

  const word = content.toLowerCase()
  if (LANGUAGES.has(word) && (bracket !== '(' || word.length > 1)) return void (facts.language ??= LANGUAGES.get(word))
  if (FORMATS.has(word)) return void (facts.format ??= content)
  if (PUBLISHERS.has(word)) return void (facts.publisher ??= PUBLISHERS.get(word))
  if (EDITION.test(content)) return void (facts.edition ??= content)
  if (RELEASE_NOTES.test(content) || /^\d{1,4} ?(?:pages?|pgs?\.?|p)$/i.test(content)) return
  if (bracket === '{') facts.unread.push({ bracket, content, at })
  else facts.scan = content
}

/** Only a marker that fills its brackets counts: "(between chapter 083 and ch084)" does not. */
function filling(content: string, marker: Marker | undefined, before?: Marker): Marker | undefined {
  if (!marker) return undefined
  const start = before ? before.end : 0
  return content.slice(start, marker.start).trim() || content.slice(marker.end).trim() ? undefined : marker
}
