import type { Annotation } from '../../contract/annotations.ts'
import { quoteOf } from './save-annotation.ts'

const context = 'http://www.w3.org/ns/anno.jsonld'

/** An annotation in the W3C Web Annotation Data Model; ids are URNs, because our URLs require a sign-in. */
export function toWebAnnotation(annotation: Annotation): Record<string, unknown> {
  const { before, highlight, after } = quoteOf(annotation.locator)
  const { fragments = [], progression } = annotation.locator.locations ?? {}
  const selectors: Record<string, unknown>[] = []
  if (highlight) {
    selectors.push({
      type: 'TextQuoteSelector',
      exact: highlight,
      ...(before && { prefix: before }),
      ...(after && { suffix: after }),
    })
  }
  for (const value of fragments) selectors.push({ type: 'FragmentSelector', value, ...conformance(value) })
  if (progression !== undefined) selectors.push({ type: 'ProgressionSelector', value: progression })
  return {
    '@context': context,
    id: `urn:uuid:${annotation.id}`,
    type: 'Annotation',
    motivation: annotation.note === null ? 'highlighting' : 'commenting',
    created: annotation.createdAt,
    modified: annotation.updatedAt,
    ...(annotation.device && { generator: { type: 'Software', name: annotation.device } }),
    ...(annotation.note !== null && {
      body: { type: 'TextualBody', value: annotation.note, format: 'text/plain', purpose: 'commenting' },
    }),
    target: {
      source: annotation.locator.href,
      styleClass: `${annotation.style}-${annotation.color}`,
      ...(annotation.locator.type && { format: annotation.locator.type }),
      isPartOf: `urn:uuid:${annotation.bookId}`,
      ...(selectors.length > 0 && { selector: selectors.length === 1 ? selectors[0] : selectors }),
    },
  }
}

/** One page of a list in the W3C model. */
export function toAnnotationPage(
  annotations: readonly Annotation[],
  total: number,
  links: { self: string; next: string | null; prev: string | null },
): Record<string, unknown> {
  return {
    '@context': context,
    id: links.self,
    type: 'AnnotationPage',
    partOf: { type: 'AnnotationCollection', total },
    ...(links.next && { next: links.next }),
    ...(links.prev && { prev: links.prev }),
    items: annotations.map((annotation) => {
      const { '@context': _, ...item } = toWebAnnotation(annotation)
      return item
    }),
  }
}

const conformance = (fragment: string) =>
  fragment.startsWith('epubcfi(') ? { conformsTo: 'http://www.idpf.org/epub/linking/cfi/epub-cfi.html' } : {}
