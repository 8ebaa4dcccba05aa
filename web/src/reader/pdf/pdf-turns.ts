import type { RefObject } from 'react'
import { scrollByScreens } from '../scroll-by-screens.ts'
import type { useEndScreens } from '../use-end-screens.ts'
import { type PdfLayout, rowIndexOfPage } from './pdf-layout.ts'
import type { PdfTarget } from './use-pdf-scroll.ts'

type Turns = {
  layout: PdfLayout
  page: number
  isPaged: boolean
  ends: ReturnType<typeof useEndScreens>
  stage: RefObject<HTMLDivElement | null>
  go: (to: PdfTarget) => void
  hideBars: () => void
}

/** Goes on and back by rows of pages or by screens, and beyond the ends of the document. */
export function pdfTurns({ layout, page, isPaged, ends, stage, go, hideBars }: Turns) {
  const { beyond, setBeyond, stepFromEnd } = ends
  const turn = (by: 1 | -1) => {
    hideBars()
    if (stepFromEnd(by)) return
    const next = layout.rows[rowIndexOfPage(layout, page) + by]
    if (next) go({ page: Math.min(...next.pages.map((each) => each.page)) })
    else if (by === -1 || isPaged) setBeyond(by === 1 ? 'end' : 'start')
  }
  /** By a share of the screen; turns the page at its end. */
  const scroll = (by: 1 | -1, share: number) => {
    if (!beyond && scrollByScreens(stage.current, by, share)) return
    if (isPaged || beyond) turn(by)
  }
  return { turn, scroll }
}
