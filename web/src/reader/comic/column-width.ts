import type { Dimensions } from '../page-fit.ts'
import type { ComicSettings } from './comic-settings.ts'

/** The maximum width in pixels. In wider strips the eyes have to travel, and less is visible at once. */
const comfortable = 900

/** The width of a column of pages: by the fit on wide windows, with configurable margins for webtoons. */
export function columnWidth(
  view: Dimensions,
  settings: Pick<ComicSettings, 'mode' | 'fit' | 'sidePadding'>,
  zoom: number,
) {
  const narrow = view.width < 700
  if (settings.mode === 'webtoon') {
    const padding = narrow ? 0 : settings.sidePadding
    return Math.round(Math.min(view.width * (1 - (2 * padding) / 100), comfortable) * zoom)
  }
  const whole = { screen: view.height * 0.7, height: view.height * 0.7, width: view.width, original: 1000 }[
    settings.fit
  ]
  return Math.round(Math.min(view.width, Math.max(whole, narrow ? view.width : 320)) * zoom)
}
