import { useMemo } from 'react'
import type { BookPageInfo } from '../../api/types.ts'
import { hasRoomForTwoPages, spreadsOf } from '../spreads.ts'
import { useWindowSize } from '../use-window-size.ts'
import { type ComicSettings, isScrolledMode } from './comic-settings.ts'

export type ComicLayout = ReturnType<typeof useComicLayout>

/** How the pages are shown in this window: in a column, panel by panel, or as spreads of one or two. */
export function useComicLayout(pages: BookPageInfo[], settings: ComicSettings) {
  const view = useWindowSize()
  const isWide = hasRoomForTwoPages(view)
  const scrolled = isScrolledMode(settings.mode)
  const guided = settings.guided && !scrolled
  const double = settings.mode === 'double' && !guided && isWide
  const spreads = useMemo(
    () => spreadsOf(pages, { double, coverAlone: settings.coverAlone }),
    [pages, double, settings.coverAlone],
  )
  return { view, isWide, scrolled, guided, double, spreads }
}
