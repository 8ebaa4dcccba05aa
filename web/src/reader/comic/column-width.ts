import type { Dimensions } from '../page-fit.ts'
import type { ComicSettings } from './comic-settings.ts'

/** Wider strips make the eyes travel, and one sees less of them at once. */
const comfortable = 900

/** How wide a column of pages is: by the fit on wide windows, with a margin of the person's choice for webtoons. */
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
