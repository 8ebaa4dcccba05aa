import { setImmediate } from 'node:timers/promises'
import { type FoundPlace, foldText, placesOf, type SearchOptions } from '../formats/fold-text.ts'
import type { FileToRead } from './open-file-cache.ts'
import type { PdfTextReader } from './pdf-text-reader.ts'

export interface PdfHit {
  /** 1-based. */
  page: number
  /** Offset in the text of the page, in UTF-16 units. */
  start: number
  end: number
  /** Position in the text of the page, 0 to 1. */
  progression: number
  before: string
  match: string
  after: string
}

const contextLength = 60
/** Number of characters searched before yielding to the event loop. */
const slice = 200_000

/** Finds a phrase, ignoring accents, white space and (by default) case, in reading order. */
export async function* searchPdf(
  open: PdfTextReader,
  file: FileToRead,
  query: string,
  max: number,
  options: SearchOptions = {},
): AsyncGenerator<PdfHit, { isComplete: boolean }> {
  const needle = foldText(query.trim(), options).folded
  if (needle === '') return { isComplete: true }
  // If a line ends with the hyphen of “well-known”, the text lacks it, like those of hyphenated words.
  const spellings = [...new Set([needle, needle.replace(/(?<=\p{L})[-\u2010\u2011](?=\p{L})/gu, '')])]
  const texts = await open(file)
  let [found, letters] = [0, 0]
  for (let index = 0; ; index++) {
    const text = await texts.page(index)
    if (text === undefined) return { isComplete: texts.isComplete() }
    for (const { start, end } of findAll(text, spellings, options)) {
      if (found++ >= max) return { isComplete: false }
      yield {
        page: index + 1,
        start,
        end,
        progression: start / text.length,
        before: text.slice(Math.max(0, start - contextLength), start).toWellFormed(),
        match: text.slice(start, end),
        after: text.slice(end, end + contextLength).toWellFormed(),
      }
    }
    letters += text.length
    if (letters < slice) continue
    letters = 0
    await setImmediate()
  }
}

function findAll(text: string, needles: string[], options: SearchOptions): FoundPlace[] {
  const folded = foldText(text, options)
  const places = needles.flatMap((needle) => placesOf(folded, needle, options))
  return places.sort((one, other) => one.start - other.start)
}
