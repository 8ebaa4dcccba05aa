import { useMemo, useState } from 'react'
import { spreadIndexOf } from '../../spreads.ts'
import { useWindowSize } from '../../use-window-size.ts'
import type { Publication } from '../publication.ts'
import { fixedLayoutSpreads } from './fixed-layout-spreads.ts'

/** The pages with their sizes, how they stand side by side in this window, and which of them show a page. */
export function useFixedLayoutSpreads(publication: Publication, page: number) {
  const view = useWindowSize()
  /** Sizes that only the loaded pages told. */
  const [sizes, setSizes] = useState<Record<number, { width: number; height: number }>>({})
  const pages = useMemo(
    () =>
      publication.order.map((item, index) => ({
        number: index + 1,
        width: item.width ?? sizes[index + 1]?.width ?? null,
        height: item.height ?? sizes[index + 1]?.height ?? null,
        side: item.properties?.page,
      })),
    [publication, sizes],
  )
  const double = publication.spread !== 'none' && view.width > view.height
  const spreads = useMemo(() => fixedLayoutSpreads(pages, double, publication.rtl), [pages, double, publication.rtl])
  const place = spreadIndexOf(spreads, page)
  return {
    pages,
    spreads,
    /** The index of the spread on screen. */
    place,
    spread: spreads[place] ?? [1],
    learn: (number: number, size: { width: number; height: number }) =>
      setSizes((before) => ({ ...before, [number]: size })),
  }
}
