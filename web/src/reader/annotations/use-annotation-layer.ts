import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Annotation } from '../../api/types.ts'
import { chapterAt, makeIsReached } from '../epub/current-chapter.ts'
import type { PositionCounts } from '../epub/locator.ts'
import { indexOfLocator, type Publication } from '../epub/publication.ts'
import { readChapterText, textOffsetsOfRange } from './chapter-text.ts'
import { drawHighlights, highlightAtPoint } from './draw-highlights.ts'
import { filterMovedHighlights, findHighlights, type HighlightRange } from './find-highlights.ts'
import { selectFirstWord } from './keyboard-selection.ts'
import { listenToSelection, selectedRange } from './listen-to-selection.ts'
import { locatorOfAnnotation, locatorOfRange, rangeOfLocator } from './locator-range.ts'
import { type AnnotationEdits, applyAnnotationEdits } from './make-annotation.ts'
import { handlePassageKey, type SelectedPassage } from './passage-keys.ts'
import { useAnnotations } from './use-annotations.ts'

type Chapter = { doc: Document; index: number }

/** Highlights in an open book: the selection, the annotations, and changes to them. */
export function useAnnotationLayer(bookId: string, publication: Publication, counts: PositionCounts) {
  const { annotations, save, mark, remove } = useAnnotations(bookId)
  const [chapters, setChapters] = useState<Chapter[]>([])
  const [passage, setPassage] = useState<SelectedPassage>()
  /** While the text scrolls, several chapters are loaded. */
  const shown = useRef<Chapter[]>([])
  const marks = useRef(new WeakMap<Document, HighlightRange[]>())
  const wasOpen = useRef(false)
  const current = useRef<SelectedPassage>(undefined)
  current.current = passage

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

  const dismiss = useCallback(() => {
    setPassage(undefined)
    for (const { doc } of shown.current) doc.getSelection()?.removeAllRanges()
  }, [])

  /** Must be called for every chapter that is shown. */
  const enter = useCallback((doc: Document, index: number) => {
    // A document without a window was removed.
    shown.current = [...shown.current.filter((each) => each.doc.defaultView), { doc, index }]
    setChapters(shown.current)
    setPassage((open) => (open && documentOf(open.range).defaultView ? open : undefined))
    listenToSelection(doc, {
      onPress: () => {
        wasOpen.current = current.current !== undefined
      },
      onSelect: (range) => {
        if (range) setPassage({ range })
        else setPassage((open) => (open?.annotation || open?.editing ? open : undefined))
      },
    })
  }, [])

  /** Repositions the toolbar: a passage moves when the text size or the window changes. */
  const follow = useCallback(() => setPassage((open) => open && { ...open }), [])

  const change = (edits: AnnotationEdits) => {
    const open = current.current
    const chapter = open && shown.current.find((each) => each.doc === documentOf(open.range))
    if (!open || !chapter) return
    const { annotation } = open
    if (annotation) {
      const next = applyAnnotationEdits(annotation, edits)
      save(next)
      return setPassage({ range: open.range, annotation: next })
    }
    const { doc, index } = chapter
    // The current selection: the toolbar is updated a little later.
    const range = open.editing ? open.range : (selectedRange(doc) ?? open.range)
    const title = chapterAt(publication, index, makeIsReached(range))?.title
    const locator = locatorOfRange(range, { publication, counts, index, title })
    if (!locator) return
    mark(locator, edits, coveredBy(range, marks.current.get(doc) ?? []))
    dismiss()
  }
  const discard = () => {
    if (current.current?.annotation) remove(current.current.annotation.id)
    dismiss()
  }
  const edit = () =>
    setPassage((open) => {
      const live = open && !open.annotation ? selectedRange(documentOf(open.range)) : undefined
      return open && { ...open, range: live ?? open.range, editing: true }
    })

  /** A tap on an annotation opens its toolbar; a tap beside an open toolbar only closes it. */
  const tap = ({ clientX, clientY }: MouseEvent, doc: Document): boolean => {
    const found = highlightAtPoint(marks.current.get(doc) ?? [], clientX, clientY)
    if (found) setPassage(found)
    else if (wasOpen.current) dismiss()
    return found !== undefined || wasOpen.current
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

  const key = (event: KeyboardEvent, bar: RefObject<HTMLElement | null>) =>
    handlePassageKey(event, current.current, bar, { dismiss, change, edit, discard })

  return { annotations, passage, remove, enter, follow, dismiss, change, discard, edit, tap, open, begin, key }
}

const documentOf = (range: Range) => range.startContainer.ownerDocument as Document

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
