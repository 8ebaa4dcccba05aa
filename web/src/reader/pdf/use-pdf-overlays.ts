import { useMemo, useState } from 'react'
import type { PdfLink } from '../../../../src/contract/pdf.ts'
import type { PdfPageOverlays } from './pdf-page.tsx'
import type { usePdfAnnotations } from './use-pdf-annotations.ts'
import type { PdfTarget } from './use-pdf-scroll.ts'
import type { usePdfSearch } from './use-pdf-search.ts'

const none: never[] = []

/** What lies over the pages; `leaving` is the address of a link out of the document that was clicked. */
export function usePdfOverlays(
  { marksOf }: Pick<ReturnType<typeof usePdfAnnotations>, 'marksOf'>,
  { hitsByPage }: Pick<ReturnType<typeof usePdfSearch>, 'hitsByPage'>,
  jump: (to: PdfTarget) => void,
) {
  const [leaving, setLeaving] = useState<URL>()
  const overlays = useMemo<PdfPageOverlays>(
    () => ({
      marksOf,
      hitsOf: (number) => hitsByPage.get(number) ?? none,
      follow: (link: PdfLink) => {
        if (link.url) setLeaving(new URL(link.url))
        else if (link.page !== null) jump({ page: link.page, top: link.top })
      },
    }),
    [marksOf, hitsByPage, jump],
  )
  return { overlays, leaving, stay: () => setLeaving(undefined) }
}
