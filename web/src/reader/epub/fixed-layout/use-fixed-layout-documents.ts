import { useRef } from 'react'
import { highlightCssRules } from '../../annotations/highlight-colors.ts'
import { searchHitCssRules } from '../search/search-highlights.ts'

/** The documents of the pages that are loaded, by page number. */
export function useFixedLayoutDocuments() {
  const docs = useRef(new Map<number, Document>())
  /** Undefined: the page isn't loaded, or not any more. */
  const at = (page: number) => {
    const doc = docs.current.get(page)
    return doc?.defaultView ? doc : undefined
  }
  return {
    at,
    add(page: number, doc: Document) {
      docs.current.set(page, doc)
      styleMarks(doc)
    },
    chapters: () => [...docs.current].flatMap(([page, doc]) => (doc.defaultView ? [{ doc, index: page - 1 }] : [])),
  }
}

export type FixedLayoutDocuments = ReturnType<typeof useFixedLayoutDocuments>

/** The page's colours are the publisher's, so a fill also sets a text colour that is readable on it. */
function styleMarks(doc: Document) {
  const view = doc.defaultView as (Window & typeof globalThis) | null
  if (!view) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(highlightCssRules(false, '#1a1a1a', 'currentColor') + searchHitCssRules(false))
  doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, sheet]
}
