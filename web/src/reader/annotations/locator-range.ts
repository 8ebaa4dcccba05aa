import { fake, fromRange, joinIndir, parse, toRange } from 'foliate-js/epubcfi.js'
import type { Annotation } from '../../api/types.ts'
import { type Locator, makeLocator, type PositionCounts } from '../epub/locator.ts'
import { fileAt, indexOfLocator, type Publication } from '../epub/publication.ts'
import type { ReflowableViewTarget } from '../epub/reflowable-view.ts'
import { type ChapterText, rangeOfTextOffsets, readChapterText, textOffsetsOfRange } from './chapter-text.ts'
import { findQuote, sameWords, stillHasQuote } from './find-quote.ts'

/** Characters of context stored on either side, to find the passage again. */
const context = 60

type Chapter = { publication: Publication; counts: PositionCounts; index: number; title: string | undefined }

/** A locator for a passage that survives another text size and another edition of the file. */
export function locatorOfRange(range: Range, { publication, counts, index, title }: Chapter): Locator | undefined {
  const item = fileAt(publication, index)
  const chapter = readChapterText(range.startContainer.ownerDocument as Document)
  const found = textOffsetsOfRange(chapter, range)
  const exact = found && rangeOfTextOffsets(chapter, found)
  if (!item || !exact) return undefined
  const { text } = chapter
  const place = makeLocator(counts, item.path, item.type, found.start / Math.max(1, text.length), '')
  const cfi = joinIndir(fake.fromIndex(index), fromRange(exact))
  return {
    ...place,
    ...(title && { title }),
    locations: { ...place.locations, fragments: [cfi] },
    text: {
      before: text.slice(Math.max(0, found.start - context), found.start),
      highlight: text.slice(found.start, found.end),
      after: text.slice(found.end, found.end + context),
    },
  }
}

/** The range of a passage in this chapter: by its CFI if the text matches, else wherever the text is now. */
export function rangeOfLocator(doc: Document, locator: Locator, chapter?: ChapterText): Range | undefined {
  const highlight = locator.text?.highlight ?? ''
  const known = chapter ?? readChapterText(doc)
  const byCfi = rangeOfCfi(doc, locator)
  const offsets = byCfi && textOffsetsOfRange(known, byCfi)
  if (offsets && (!highlight || sameWords(known.text.slice(offsets.start, offsets.end), highlight)))
    return rangeOfTextOffsets(known, offsets)
  const found = findQuote(known.text, locator.text ?? {}, locator.locations?.progression ?? 0)
  return found && rangeOfTextOffsets(known, found)
}

function rangeOfCfi(doc: Document, locator: Locator): Range | undefined {
  const cfi = locator.locations?.fragments?.find((each) => each.startsWith('epubcfi('))
  if (!cfi) return undefined
  try {
    const parsed = parse(cfi)
    // The CFI's step to the chapter's file is already resolved.
    const path = 'parent' in parsed ? parsed.parent : parsed
    if (path.length > 1) path.shift()
    return toRange(doc, parsed)
  } catch {
    // The file has changed, or another app wrote an incompatible CFI.
    return undefined
  }
}

/** Whether a chapter or page no longer contains a passage that was marked in it. False while its text is unknown. */
export function isPassageGone(text: string | undefined, locator: Locator): boolean {
  return text !== undefined && !stillHasQuote(text, locator.text ?? {})
}

export const locatorOfAnnotation = (annotation: Annotation): Locator => annotation.locator as Locator

export function targetOfAnnotation(publication: Publication, locator: Locator): ReflowableViewTarget | undefined {
  const index = indexOfLocator(publication, locator)
  if (index < 0) return undefined
  return { index, progression: locator.locations?.progression ?? 0, find: (doc) => rangeOfLocator(doc, locator) }
}
