import { useCallback, useEffect } from 'react'
import type { PdfPageText } from '../../../../src/contract/pdf.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Annotation, BookPageInfo } from '../../api/types.ts'
import { findMovedQuote } from '../annotations/find-quote.ts'
import { selectFirstWord } from '../annotations/keyboard-selection.ts'
import { selectedRange } from '../annotations/listen-to-selection.ts'
import { isPassageGone, locatorOfAnnotation } from '../annotations/locator-range.ts'
import type { AnnotationEdits } from '../annotations/make-annotation.ts'
import type { SelectedPassage } from '../annotations/passage-keys.ts'
import { useAnnotations } from '../annotations/use-annotations.ts'
import { useOpenPassage } from '../annotations/use-open-passage.ts'
import { pdfPageTextQuery } from './pdf-document-info.ts'
import { findPassageOnPage, locatorOfTextSpan } from './pdf-locator.ts'
import type { PdfPageHighlight } from './pdf-page.tsx'
import { annotationAtPoint, firstTextOnScreen, pagesWithText } from './pdf-page-elements.ts'
import { type PageTextSpan, rangeOfTextSpan, textSpansOfRange } from './pdf-text-geometry.ts'
import { useCopyPdfText } from './use-copy-pdf-text.ts'

type PdfOfReader = { bookId: string; pages: BookPageInfo[]; titleOf: (page: number) => string | undefined }

/** All pages are in the document of the app. */
const documents = () => [document]

/** Highlights and notes of a PDF: stored as locators with context, drawn from the positions of the text. */
export function usePdfAnnotations({ bookId, pages, titleOf }: PdfOfReader) {
  const { annotations, save, mark, remove } = useAnnotations(bookId)

  const textOf = useCallback(
    (page: number) => queryClient.getQueryData(pdfPageTextQuery(bookId, page).queryKey),
    [bookId],
  )
  const wordsOf = useCallback(
    (spans: PageTextSpan[]) =>
      spans.map(({ page, start, end }) => textOf(page)?.text.slice(start, end) ?? '').join('\n'),
    [textOf],
  )
  useCopyPdfText(wordsOf)

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

  const annotate = (range: Range, edits: AnnotationEdits) => {
    // A passage across pages is marked on each of them; the note belongs to the first part.
    for (const [index, span] of textSpansOfRange(range).entries()) {
      const content = textOf(span.page)
      const locator = content && locatorOfTextSpan(span, content, pages, titleOf(span.page))
      if (!locator) continue
      const covered = marksOf(span.page, content).filter(
        (each) => !each.movedFrom && each.start >= span.start && each.end <= span.end,
      )
      mark(
        locator,
        index > 0 ? { ...edits, note: null } : edits,
        covered.map(({ annotation }) => annotation),
      )
    }
  }
  const { setPassage, listen, closeByTap, ...toolbar } = useOpenPassage({ documents, annotate, save, remove })
  const passageOf = useCallback(
    (range: Range): SelectedPassage | undefined => {
      const spans = textSpansOfRange(range)
      return spans.length > 0 ? { range, text: wordsOf(spans) } : undefined
    },
    [wordsOf],
  )
  useEffect(() => listen(document, passageOf), [listen, passageOf])

  /** Opens the toolbar of an annotation whose page is on screen. */
  const open = useCallback(
    (annotation: Annotation): boolean => {
      const locator = locatorOfAnnotation(annotation)
      for (const page of pagesWithText()) {
        const content = textOf(page)
        const found = content && marksOf(page, content).find((each) => each.annotation.id === annotation.id)
        if (!found || (found.movedFrom && !isPassageGone(textOf(found.movedFrom)?.text, locator))) continue
        const range = rangeOfTextSpan({ page, start: found.start, end: found.end })
        if (!range) continue
        setPassage({ range, annotation, text: locator.text?.highlight })
        return true
      }
      return false
    },
    [textOf, marksOf, setPassage],
  )

  /** A tap on an annotation opens its toolbar. Returns whether the tap did anything. */
  const tap = ({ clientX, clientY }: { clientX: number; clientY: number }): boolean => {
    const id = annotationAtPoint(clientX, clientY)
    const annotation = annotations.find((each) => each.id === id)
    return annotation ? open(annotation) : closeByTap()
  }

  /** Selects the first visible word, to continue by keyboard. */
  const begin = () => {
    const run = firstTextOnScreen()
    if (!run) return
    const range = document.createRange()
    range.selectNodeContents(run)
    selectFirstWord(range)
    // The keys that follow apply to the selection.
    const selected = selectedRange(document)
    if (selected) setPassage(passageOf(selected))
  }

  return { annotations, remove, marksOf, open, tap, begin, ...toolbar }
}
