import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { PdfPageText } from '../../../../src/contract/pdf.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Annotation, BookPageInfo } from '../../api/types.ts'
import { findMovedQuote, findQuote, sameWords } from '../annotations/find-quote.ts'
import { selectFirstWord } from '../annotations/keyboard-selection.ts'
import { listenToSelection, selectedRange } from '../annotations/listen-to-selection.ts'
import { isPassageGone, locatorOfAnnotation } from '../annotations/locator-range.ts'
import { type AnnotationEdits, applyAnnotationEdits } from '../annotations/make-annotation.ts'
import { handlePassageKey, type SelectedPassage } from '../annotations/passage-keys.ts'
import { useAnnotations } from '../annotations/use-annotations.ts'
import type { Locator } from '../epub/locator.ts'
import { pdfPageTextQuery } from './pdf-document-info.ts'
import type { PdfPageHighlight } from './pdf-page.tsx'
import { type PageTextSpan, rangeOfTextSpan, textSpansOfRange } from './pdf-text-geometry.ts'

/** Characters of context stored on either side, to find the passage again. */
const context = 60

type PdfOfReader = { bookId: string; pages: BookPageInfo[]; titleOf: (page: number) => string | undefined }

/** Highlights and notes of a PDF: stored as locators with context, drawn from the positions of the text. */
export function usePdfAnnotations({ bookId, pages, titleOf }: PdfOfReader) {
  const { annotations, save, mark, remove } = useAnnotations(bookId)
  const [passage, setPassage] = useState<SelectedPassage>()
  const current = useRef<SelectedPassage>(undefined)
  current.current = passage
  const wasOpen = useRef(false)

  const textOf = useCallback(
    (page: number) => queryClient.getQueryData(pdfPageTextQuery(bookId, page).queryKey),
    [bookId],
  )
  const wordsOf = useCallback(
    (spans: PageTextSpan[]) =>
      spans.map(({ page, start, end }) => textOf(page)?.text.slice(start, end) ?? '').join('\n'),
    [textOf],
  )

  const marksOf = useCallback(
    (page: number, content: PdfPageText): PdfPageHighlight[] =>
      annotations.flatMap((annotation) => {
        const locator = locatorOfAnnotation(annotation)
        const own = locator.locations?.position
        const { text = {}, locations } = locator
        const found =
          own === page
            ? findPassageOnPage(content, locator)
            : findMovedQuote(content.text, text, locations?.progression ?? 0)
        // If the page it was marked on still exists, that one has to be checked first.
        const movedFrom = own !== page && own !== undefined && own <= pages.length ? own : undefined
        return found ? [{ annotation, ...found, movedFrom }] : []
      }),
    [annotations, pages.length],
  )

  useEffect(() => {
    const stopListening = listenToSelection(document, {
      onPress: () => {
        wasOpen.current = current.current !== undefined
      },
      onSelect: (range) => {
        const spans = range ? textSpansOfRange(range) : []
        if (range && spans.length > 0) setPassage({ range, text: wordsOf(spans) })
        else setPassage((open) => (open?.annotation || open?.editing ? open : undefined))
      },
    })
    // The browser would put every run on its own line, and leave hyphenated words divided.
    const copy = (event: ClipboardEvent) => {
      const range = selectedRange(document)
      const words = range && wordsOf(textSpansOfRange(range))
      if (!words) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', words)
    }
    document.addEventListener('copy', copy)
    return () => {
      stopListening()
      document.removeEventListener('copy', copy)
    }
  }, [wordsOf])

  const dismiss = useCallback(() => {
    setPassage(undefined)
    getSelection()?.removeAllRanges()
  }, [])
  /** The text moves with the page; repositions the toolbar. */
  const follow = useCallback(() => setPassage((open) => open && { ...open }), [])

  const change = (style: AnnotationEdits) => {
    const open = current.current
    if (!open) return
    if (open.annotation) {
      const next = applyAnnotationEdits(open.annotation, style)
      save(next)
      return setPassage({ ...open, annotation: next, editing: false })
    }
    const range = open.editing ? open.range : (selectedRange(document) ?? open.range)
    // A passage across pages is marked on each of them; the note belongs to the first part.
    for (const [index, span] of textSpansOfRange(range).entries()) {
      const content = textOf(span.page)
      const locator = locatorOfTextSpan(span, content, pages, titleOf(span.page))
      if (!content || !locator) continue
      const covered = marksOf(span.page, content).filter(
        (each) => !each.movedFrom && each.start >= span.start && each.end <= span.end,
      )
      const edits = index > 0 ? { ...style, note: null } : style
      mark(
        locator,
        edits,
        covered.map(({ annotation }) => annotation),
      )
    }
    dismiss()
  }
  const discard = () => {
    if (current.current?.annotation) remove(current.current.annotation.id)
    dismiss()
  }
  const edit = () =>
    setPassage(
      (open) =>
        open && {
          ...open,
          range: open.annotation ? open.range : (selectedRange(document) ?? open.range),
          editing: true,
        },
    )

  /** Opens the toolbar of an annotation whose page is on screen. */
  const open = useCallback(
    (annotation: Annotation): boolean => {
      const locator = locatorOfAnnotation(annotation)
      for (const layer of document.querySelectorAll<HTMLElement>('[data-text-of]')) {
        const page = Number(layer.dataset.textOf)
        const content = textOf(page)
        const mark = content && marksOf(page, content).find((each) => each.annotation.id === annotation.id)
        if (!mark || (mark.movedFrom && !isPassageGone(textOf(mark.movedFrom)?.text, locator))) continue
        const range = rangeOfTextSpan({ page, start: mark.start, end: mark.end })
        if (!range) continue
        setPassage({ range, annotation, text: locator.text?.highlight })
        return true
      }
      return false
    },
    [textOf, marksOf],
  )

  /** A tap on an annotation opens its toolbar; a tap beside an open toolbar only closes it. */
  const tap = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): boolean => {
    const slack = 3
    const found = [...document.querySelectorAll<HTMLElement>('[data-annotation]')].findLast((mark) => {
      const box = mark.getBoundingClientRect()
      return x >= box.left - slack && x <= box.right + slack && y >= box.top - slack && y <= box.bottom + slack
    })
    const annotation = annotations.find(({ id }) => id === found?.dataset.annotation)
    if (annotation) return open(annotation)
    if (!wasOpen.current) return false
    dismiss()
    return true
  }

  const key = (event: KeyboardEvent, bar: RefObject<HTMLElement | null>) =>
    handlePassageKey(event, current.current, bar, { dismiss, change, edit, discard })

  /** Selects the first visible word, to continue by keyboard. */
  const begin = () => {
    const run = [...document.querySelectorAll<HTMLElement>('[data-text-of] [data-start]')].find((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return top > 60 && bottom < innerHeight - 60
    })
    if (!run) return
    const range = document.createRange()
    range.selectNodeContents(run)
    selectFirstWord(range)
    // The keys that follow apply to the selection.
    const selected = selectedRange(document)
    if (selected) setPassage({ range: selected, text: wordsOf(textSpansOfRange(selected)) })
  }

  return { annotations, passage, remove, marksOf, dismiss, follow, change, discard, edit, open, tap, key, begin }
}

/** The passage on the page: at its stored offsets if the text still matches, else wherever the text is now. */
export function findPassageOnPage(content: PdfPageText, locator: Locator): { start: number; end: number } | undefined {
  const { start, end } = (locator.locations ?? {}) as { start?: unknown; end?: unknown }
  const highlight = locator.text?.highlight ?? ''
  if (typeof start === 'number' && typeof end === 'number' && sameWords(content.text.slice(start, end), highlight))
    return { start, end }
  return findQuote(content.text, locator.text ?? {}, locator.locations?.progression ?? 0)
}

export function locatorOfTextSpan(
  { page, start, end }: PageTextSpan,
  content: PdfPageText | undefined,
  pages: BookPageInfo[],
  title: string | undefined,
): Locator | undefined {
  if (!content) return undefined
  const { text } = content
  let [from, to] = [start, Math.min(end, text.length)]
  while (from < to && /\s/.test(text[from] ?? '')) from++
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--
  if (to <= from) return undefined
  const progression = from / text.length
  return {
    href: pages[page - 1]?.fileName ?? String(page),
    type: pages[page - 1]?.mediaType ?? 'image/jpeg',
    ...(title && { title }),
    locations: {
      position: page,
      progression,
      totalProgression: Math.min(1, (page - 1 + progression) / Math.max(1, pages.length)),
      fragments: [`page=${page}`],
      start: from,
      end: to,
    },
    text: {
      before: text.slice(Math.max(0, from - context), from),
      highlight: text.slice(from, to),
      after: text.slice(to, to + context),
    },
  }
}
