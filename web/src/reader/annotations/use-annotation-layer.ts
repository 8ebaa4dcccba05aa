import { useCallback, useEffect, useRef, useState } from 'react'
import type { Annotation } from '../../api/types.ts'
import { chapterAt } from '../epub/chapter.ts'
import { type PositionCounts, pathInBook } from '../epub/locator.ts'
import type { Publication } from '../epub/publication.ts'
import { thisDevice } from '../this-device.ts'
import { drawMarks, findMarks, type Mark, markAt } from './draw-marks.ts'
import { moveSelection, selectFirstWord } from './keyboard-selection.ts'
import { locatorOf, locatorOfRange, rangeOfLocator } from './locator-range.ts'
import { markColors } from './mark-colors.ts'
import { newAnnotationId } from './new-annotation-id.ts'
import { useAnnotations } from './use-annotations.ts'

/** The passage the bar is about: chosen just now, or marked before. `text`: its words, where they are known already. */
export type Passage = { range: Range; annotation?: Annotation; editing?: boolean; text?: string }
export type LayerStyle = Partial<Pick<Annotation, 'color' | 'style' | 'note'>>
type Chapter = { doc: Document; index: number }

/** As long as the ends of a selection are dragged about on a touch screen, the bar waits. */
const pause = 250

/** Everything about highlights in an open book: what is chosen, what is marked, and what happens to it. */
export function useAnnotationLayer(bookId: string, publication: Publication, counts: PositionCounts) {
  const { annotations, save, remove } = useAnnotations(bookId)
  const [chapters, setChapters] = useState<Chapter[]>([])
  const [passage, setPassage] = useState<Passage>()
  /** Several are there while the text scrolls. */
  const shown = useRef<Chapter[]>([])
  const marks = useRef(new WeakMap<Document, Mark[]>())
  const wasOpen = useRef(false)
  const current = useRef<Passage>(undefined)
  current.current = passage

  useEffect(() => {
    for (const { doc, index } of chapters) {
      const found = findMarks(doc, publication.order[index]?.path ?? '', annotations)
      marks.current.set(doc, found)
      drawMarks(doc, found)
    }
  }, [chapters, annotations, publication])

  const dismiss = useCallback(() => {
    setPassage(undefined)
    for (const { doc } of shown.current) doc.getSelection()?.removeAllRanges()
  }, [])

  /** To be called with every chapter that is shown. */
  const enter = useCallback((doc: Document, index: number) => {
    // A document without a window was taken out.
    shown.current = [...shown.current.filter((each) => each.doc.defaultView), { doc, index }]
    setChapters(shown.current)
    setPassage((open) => (open && documentOf(open.range).defaultView ? open : undefined))
    let pressed = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (pressed || !doc.defaultView) return
      const range = selectedRange(doc)
      if (range) setPassage({ range })
      else setPassage((open) => (open?.annotation || open?.editing ? open : undefined))
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(look, pause)
    }
    doc.addEventListener('selectionchange', later)
    doc.addEventListener('pointerdown', ({ pointerType }) => {
      wasOpen.current = current.current !== undefined
      pressed = pointerType === 'mouse'
    })
    for (const type of ['pointerup', 'pointercancel'])
      doc.addEventListener(type, () => {
        pressed = false
        later()
      })
  }, [])

  /** The words stay where they are when the size or the window changes; the bar goes after them. */
  const follow = useCallback(() => setPassage((open) => open && { ...open }), [])

  const change = (look: LayerStyle) => {
    const open = current.current
    const chapter = open && shown.current.find((each) => each.doc === documentOf(open.range))
    if (!open || !chapter) return
    const now = new Date()
    const { annotation } = open
    if (annotation) {
      // A device whose clock is behind changes what another one wrote, too.
      const updatedAt = new Date(Math.max(now.getTime(), Date.parse(annotation.updatedAt) + 1)).toISOString()
      const next = { ...annotation, ...look, updatedAt }
      save(next)
      return setPassage({ range: open.range, annotation: next })
    }
    const { doc, index } = chapter
    const title = chapterAt(publication, index)?.title
    // What is selected at this moment: the bar follows a little later.
    const range = open.editing ? open.range : (selectedRange(doc) ?? open.range)
    const locator = locatorOfRange(range, { publication, counts, index, title })
    if (!locator) return
    const at = now.toISOString()
    save({
      ...{
        id: newAnnotationId(),
        bookId,
        locator,
        color: 'yellow',
        style: 'highlight',
        note: null,
        device: thisDevice().name,
      },
      ...{ createdAt: at, updatedAt: at, deletedAt: null },
      ...look,
    })
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

  /** A tap on a marked passage opens its bar; a tap beside an open bar only closes it. */
  const tap = ({ clientX, clientY }: MouseEvent, doc: Document): boolean => {
    const found = markAt(marks.current.get(doc) ?? [], clientX, clientY)
    if (found) setPassage(found)
    else if (wasOpen.current) dismiss()
    return found !== undefined || wasOpen.current
  }

  /** Opens the bar of one whose chapter is shown. */
  const open = (annotation: Annotation) => {
    const path = pathInBook(locatorOf(annotation).href)
    const chapter = shown.current.findLast(
      ({ doc, index }) => doc.defaultView && publication.order[index]?.path === path,
    )
    const range = chapter && rangeOfLocator(chapter.doc, locatorOf(annotation))
    if (range) setPassage({ range, annotation })
  }

  const begin = (visible: Range | undefined) => visible && selectFirstWord(visible)

  const key = (event: KeyboardEvent, focusBar: () => void): boolean => {
    const open = current.current
    if (!open || event.ctrlKey || event.metaKey || event.altKey) return false
    const color = markColors[Number(event.key) - 1]
    if (event.key === 'Escape') dismiss()
    else if (color) change({ color })
    else if (event.key === 'u') change({ style: open.annotation?.style === 'underline' ? 'highlight' : 'underline' })
    else if (event.key === 'n') edit()
    else if (event.key === 'Delete' && open.annotation) discard()
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) focusBar()
    else if (open.annotation || !moveSelection(documentOf(open.range), event)) return false
    event.preventDefault()
    return true
  }

  return { annotations, passage, remove, enter, follow, dismiss, change, discard, edit, tap, open, begin, key }
}

const documentOf = (range: Range) => range.startContainer.ownerDocument as Document

function selectedRange(doc: Document): Range | undefined {
  const selection = doc.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined
  return range && /\S/.test(String(range)) ? range : undefined
}
