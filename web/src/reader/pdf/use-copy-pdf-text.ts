import { useEffect } from 'react'
import { selectedRange } from '../annotations/listen-to-selection.ts'
import { type PageTextSpan, textSpansOfRange } from './pdf-text-geometry.ts'

/** Copies the text of the pages: the browser would put every run on its own line, and leave hyphenated words divided. */
export function useCopyPdfText(wordsOf: (spans: PageTextSpan[]) => string) {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const range = selectedRange(document)
      const words = range && wordsOf(textSpansOfRange(range))
      if (!words) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', words)
    }
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [wordsOf])
}
