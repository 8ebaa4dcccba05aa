import { useMemo } from 'react'
import { hasRoomForTwoPages } from '../spreads.ts'
import { useWindowSize } from '../use-window-size.ts'
import { layOutPages, type Size } from './pdf-layout.ts'
import type { PdfSettings } from './pdf-settings.ts'

/** Where the pages are in this window. `isWide`: it has room for two pages. */
export function usePdfLayout(sizes: Size[], settings: PdfSettings, isRtl: boolean) {
  const view = useWindowSize()
  const isWide = hasRoomForTwoPages(view)
  const { fit, zoom, rotation, isCoverAlone } = settings
  const isDouble = settings.isDouble && isWide
  const layout = useMemo(
    () => layOutPages({ sizes, view, fit, zoom, rotation, isDouble, isCoverAlone, isRtl }),
    [sizes, view, fit, zoom, rotation, isDouble, isCoverAlone, isRtl],
  )
  return { view, isWide, layout }
}
