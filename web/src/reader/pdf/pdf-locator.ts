import type { PdfPageText } from '../../../../src/contract/pdf.ts'
import type { BookPageInfo } from '../../api/types.ts'
import { findQuote, sameWords } from '../annotations/find-quote.ts'
import type { Locator } from '../epub/locator.ts'
import type { PageTextSpan } from './pdf-text-geometry.ts'

/** Characters of context stored on either side, to find the passage again. */
const context = 60

/** The passage on the page: at its stored offsets if the text still matches, else wherever the text is now. */
export function findPassageOnPage(content: PdfPageText, locator: Locator): { start: number; end: number } | undefined {
  const { start, end } = (locator.locations ?? {}) as { start?: unknown; end?: unknown }
  const highlight = locator.text?.highlight ?? ''
  if (typeof start === 'number' && typeof end === 'number' && sameWords(content.text.slice(start, end), highlight))
    return { start, end }
  return findQuote(content.text, locator.text ?? {}, locator.locations?.progression ?? 0)
}

/** Undefined if the passage is nothing but space. */
export function locatorOfTextSpan(
  { page, start, end }: PageTextSpan,
  { text }: PdfPageText,
  pages: BookPageInfo[],
  title: string | undefined,
): Locator | undefined {
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
