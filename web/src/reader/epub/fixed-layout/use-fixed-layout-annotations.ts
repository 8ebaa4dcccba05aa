import { useRef } from 'react'
import type { Annotation } from '../../../api/types.ts'
import { locatorOfAnnotation } from '../../annotations/locator-range.ts'
import type { useAnnotationLayer } from '../../annotations/use-annotation-layer.ts'
import { useGoToAnnotationInUrl } from '../../annotations/use-go-to-annotation-in-url.ts'
import type { Publication } from '../publication.ts'
import { pageOfLocator } from './fixed-layout-locations.ts'
import type { FixedLayoutDocuments } from './use-fixed-layout-documents.ts'

type Pages = {
  publication: Publication
  documents: FixedLayoutDocuments
  layer: ReturnType<typeof useAnnotationLayer>
  spread: readonly number[]
  goTo: (page: number) => void
}

/** Highlights and notes on the pages: opened where they are, as soon as their page is loaded. */
export function useFixedLayoutAnnotations({ publication, documents, layer, spread, goTo }: Pages) {
  const pageOf = (annotation: Annotation) => pageOfLocator(publication, locatorOfAnnotation(annotation))
  /** Opened when its page is loaded. */
  const unopened = useRef<Annotation>(undefined)
  const open = (annotation: Annotation, go: (page: number) => void) => {
    const page = pageOf(annotation)
    if (page < 1) return
    go(page)
    if (documents.at(page)) layer.open(annotation)
    else unopened.current = annotation
  }
  useGoToAnnotationInUrl(layer.annotations, true, (annotation) => open(annotation, goTo))
  return {
    open,
    loaded(page: number, doc: Document) {
      layer.enter(doc, page - 1)
      const wanted = unopened.current
      if (!wanted || pageOf(wanted) !== page) return
      unopened.current = undefined
      layer.open(wanted)
    },
    /** Begins a selection with the whole page, for the keyboard. */
    selectText() {
      const doc = documents.at(spread[0] ?? 1)
      if (!doc) return
      const range = doc.createRange()
      range.selectNodeContents(doc.body ?? doc.documentElement)
      layer.begin(range)
    },
  }
}
