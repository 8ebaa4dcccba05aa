import type { Annotation } from '../../api/types.ts'
import { type Locator, pathInBook } from '../epub/locator.ts'
import { type ChapterText, rangeAt, readChapterText } from './chapter-text.ts'
import { findMovedQuote } from './find-quote.ts'
import { locatorOf, rangeOfLocator } from './locator-range.ts'
import { markColors, markName, noteName } from './mark-colors.ts'

export type Mark = { annotation: Annotation; range: Range }

/** The passages of this chapter that are marked, each where its words are now. */
export function findMarks(doc: Document, path: string, annotations: Annotation[]): Mark[] {
  if (annotations.length === 0) return []
  const chapter = readChapterText(doc)
  return annotations.flatMap((annotation) => {
    const locator = locatorOf(annotation)
    const isOfHere = pathInBook(locator.href) === path
    const range = isOfHere ? rangeOfLocator(doc, locator, chapter) : movedRange(chapter, locator)
    return range ? [{ annotation, range }] : []
  })
}

/** Another edition may name its files otherwise, or divide its chapters in other places. */
function movedRange(chapter: ChapterText, { text }: Locator): Range | undefined {
  const found = text && findMovedQuote(chapter.text, text)
  return found && rangeAt(chapter, found)
}

/**
 * The browser draws them itself (CSS custom highlights): they follow the words through every change of size, layout and
 * theme, and the book's own elements stay as they are.
 */
export function drawMarks(doc: Document, marks: Mark[]) {
  const view = doc.defaultView as (Window & typeof globalThis) | null
  if (!view?.CSS?.highlights) return
  const registry = view.CSS.highlights
  const draw = (name: string, which: (annotation: Annotation) => boolean) => {
    const ranges = marks.filter(({ annotation }) => which(annotation)).map(({ range }) => range)
    if (ranges.length > 0) registry.set(name, new view.Highlight(...ranges))
    else registry.delete(name)
  }
  for (const style of ['highlight', 'underline'] as const)
    for (const color of markColors) draw(markName(style, color), (each) => each.style === style && each.color === color)
  draw(noteName, (each) => Boolean(each.note) && each.style === 'highlight')
}

/** The one that was marked last lies on top. A finger is wider than a line is thin. */
export function markAt(marks: Mark[], x: number, y: number, slack = 3): Mark | undefined {
  return marks.findLast(({ range }) =>
    [...range.getClientRects()].some(
      (box) => x >= box.left - slack && x <= box.right + slack && y >= box.top - slack && y <= box.bottom + slack,
    ),
  )
}
