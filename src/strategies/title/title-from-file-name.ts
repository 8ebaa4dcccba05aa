import { isYear } from '../../formats/filename/dates.ts'
import type { FileNameFacts } from '../../formats/filename/file-name-facts.ts'
import { nameWithoutTags } from '../../formats/filename/name-without-tags.ts'
import { withoutLeadingZeros } from '../../formats/filename/number-text.ts'
import { facetKey } from '../../store/text/fold-letters.ts'
import type { BookToTitle } from './book-to-title.ts'

/**
 * "Saga 001 (2012) (Digital) (Zone-Empire).cbz" → "Saga #1", "Thorgal - 01 - La magicienne.cbr" → "Thorgal #1 - La
 * magicienne". A file without a number keeps its name, without tags.
 */
export function titleFromFileName(book: BookToTitle): string {
  const { fileName, facts, metadataNumber } = book
  const label = labelOf(facts, metadataNumber?.trim())
  if (!label || facts?.special || facts?.extra) return nameWithoutTags(fileName)
  const name = `${seriesOf(book)} ${label}`
  const remark = facts?.edition && !includes(name, facts.edition) ? ` (${facts.edition})` : ''
  return `${name}${remark}${facts?.title ? ` - ${facts.title}` : ''}`
}

/** The volume, chapter or issue; the start year of a run is none of them. */
function labelOf(facts: FileNameFacts | undefined, inside: string | undefined): string | undefined {
  const { volume, chapter, number } = facts ?? {}
  const isBook = volume !== undefined && !isYear(Number(volume))
  const parts = isBook ? [`Vol. ${volume}`] : []
  if (chapter) parts.push(`Ch. ${chapter}`)
  else if (number && !(isBook && number === volume)) parts.push(`#${inside ? withoutLeadingZeros(inside) : number}`)
  else if (!isBook && inside) parts.push(`#${withoutLeadingZeros(inside)}`)
  return parts.join(' ') || undefined
}

/** The title of the series, unless the file has another series name: several may share a folder. */
function seriesOf({ series, placedTitle, metadataSeries, facts }: BookToTitle): string {
  const own = metadataSeries || facts?.series
  if (!own) return series
  return [series, placedTitle ?? series].some((title) => fold(own) === fold(title)) ? series : own
}

/** "Spider-Man", "Spider Man" and "SPIDERMAN" are the same name. */
const fold = (name: string): string => facetKey(name).replace(/[^\p{L}\p{N}]/gu, '')

const includes = (name: string, part: string): boolean => fold(name).includes(fold(part))
