import { useCallback, useEffect, useRef, useState } from 'react'
import type { Annotation } from '../../api/types.ts'
import { chapterAt, makeIsReached } from '../epub/current-chapter.ts'
import type { PositionCounts } from '../epub/locator.ts'
import { indexOfLocator, type Publication } from '../epub/publication.ts'
import { readChapterText, textOffsetsOfRange } from './chapter-text.ts'
import { drawHighlights, highlightAtPoint } from './draw-highlights.ts'
import { filterMovedHighlights, findHighlights, type HighlightRange } from './find-highlights.ts'
import { selectFirstWord } from './keyboard-selection.ts'
import { selectedRange } from './listen-to-selection.ts'
import { locatorOfAnnotation, locatorOfRange, rangeOfLocator } from './locator-range.ts'
import type { AnnotationEdits } from './make-annotation.ts'
import { useAnnotations } from './use-annotations.ts'
import { documentOf, useOpenPassage } from './use-open-passage.ts'

type Chapter = { doc: Document; index: number }

/** Highlights in an open book: the selection, the annotations, and changes to them. */
export function useAnnotationLayer(bookId: string, publication: Publication, counts: PositionCounts) {
  const { annotations, save, mark, remove } = useAnnotations(bookId)
  const [chapters, setChapters] = useState<Chapter[]>([])
  /** While the text scrolls, several chapters are loaded. */
  const shown = useRef<Chapter[]>([])
  const marks = useRef(new WeakMap<Document, HighlightRange[]>())

  useEffect(() => {
    let isOver = false
    for (const { doc, index } of chapters) {
      const draw = (found: HighlightRange[]) => {
        marks.current.set(doc, found)
        drawHighlights(doc, found)
      }
      const chapter = { publication, counts, index }
      const { marks: found, similar } = findHighlights(doc, chapter, annotations)
      draw(found)
      if (similar.length > 0)
        void filterMovedHighlights(similar, chapter).then((moved) => {
          if (!isOver && doc.defaultView) draw([...found, ...moved])
        })
    }
    return () => {
      isOver = true
    }
  }, [chapters, annotations, publication, counts])

  const annotate = (range: Range, edits: AnnotationEdits) => {
    const doc = documentOf(range)
    const chapter = shown.current.find((each) => each.doc === doc)
    if (!chapter) return
    const { index } = chapter
    const title = chapterAt(publication, index, makeIsReached(range))?.title
    const locator = locatorOfRange(range, { publication, counts, index, title })
    if (locator) mark(locator, edits, coveredBy(range, marks.current.get(doc) ?? []))
  }
  const documents = useCallback(() => shown.current.map(({ doc }) => doc), [])
  const { setPassage, listen, closeByTap, ...toolbar } = useOpenPassage({ documents, annotate, save, remove })

  /** Must be called for every chapter that is shown. */
  const enter = useCallback(
    (doc: Document, index: number) => {
      // A document without a window was removed.
      shown.current = [...shown.current.filter((each) => each.doc.defaultView), { doc, index }]
      setChapters(shown.current)
      listen(doc, (range) => ({ range }))
    },
    [listen],
  )

  /** A tap on an annotation opens its toolbar. Returns whether the tap did anything. */
  const tap = ({ clientX, clientY }: MouseEvent, doc: Document): boolean => {
    const found = highlightAtPoint(marks.current.get(doc) ?? [], clientX, clientY)
    if (!found) return closeByTap()
    setPassage(found)
    return true
  }

  /** Opens the toolbar of an annotation. Returns false if its passage is in none of the loaded chapters. */
  const open = (annotation: Annotation): boolean => {
    const own = indexOfLocator(publication, locatorOfAnnotation(annotation))
    for (const { doc, index } of shown.current.toReversed()) {
      if (!doc.defaultView) continue
      const marked = marks.current.get(doc)?.find((mark) => mark.annotation.id === annotation.id)
      const range = marked?.range ?? (index === own ? rangeOfLocator(doc, locatorOfAnnotation(annotation)) : undefined)
      if (!range) continue
      setPassage({ range, annotation })
      return true
    }
    return false
  }

  /** Starts selecting by keyboard: the keys that follow apply to the selection. */
  const begin = (visible: Range | undefined) => {
    if (!visible) return
    const doc = documentOf(visible)
    // Keys in the chapter itself turn the page when the selection goes beyond it.
    doc.defaultView?.focus()
    selectFirstWord(visible)
    const range = selectedRange(doc)
    if (range) setPassage({ range })
  }

  return { annotations, remove, enter, tap, open, begin, ...toolbar }
}

/** The annotations within a range. */
function coveredBy(range: Range, marks: HighlightRange[]): Annotation[] {
  if (marks.length === 0) return []
  const chapter = readChapterText(documentOf(range))
  const whole = textOffsetsOfRange(chapter, range)
  return marks.flatMap((mark) => {
    const part = whole && textOffsetsOfRange(chapter, mark.range)
    return part && part.start >= whole.start && part.end <= whole.end ? [mark.annotation] : []
  })
}
