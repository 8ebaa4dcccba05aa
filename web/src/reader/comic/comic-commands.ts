import { showToast } from '../../api/show-message.ts'
import { t } from '../../messages/t.ts'
import { nextPageFit } from '../page-fit.ts'
import type { useAdjacentBooks } from '../use-adjacent-books.ts'
import { clampZoom } from '../use-pinch.ts'
import type { ComicCommand } from './comic-keys.ts'
import { isScrolledMode } from './comic-settings.ts'
import type { ComicSheetName } from './comic-sheets.tsx'
import type { useComicSettings } from './use-comic-settings.ts'

type Operations = {
  settingsOf: Pick<ReturnType<typeof useComicSettings>, 'settings' | 'change'>
  lastPage: number
  zoom: number
  setZoom: (zoom: number) => void
  /** Turns the page; some keys first scroll to its end. */
  forward: (by: 1 | -1, key: string) => void
  jump: (page: number) => void
  show: (sheet: ComicSheetName) => void
  togglePeek: () => void
  toggleBookmark: () => void
  toggleFullscreen: () => void
  toggleAutoScroll: () => void
  neighbours: ReturnType<typeof useAdjacentBooks>
  close: () => void
}

/** What keys and buttons do. */
export function comicCommands(operations: Operations): Record<ComicCommand, (key: string) => void> {
  const { settingsOf, zoom, setZoom, forward, jump, show, neighbours } = operations
  const { settings, change } = settingsOf
  const isScrolled = isScrolledMode(settings.mode)
  return {
    next: (key) => forward(1, key),
    previous: (key) => forward(-1, key),
    first: () => jump(1),
    last: () => jump(operations.lastPage),
    double: () => change({ mode: settings.mode === 'double' ? 'single' : 'double' }),
    webtoon: () => change({ mode: settings.mode === 'webtoon' ? 'single' : 'webtoon' }),
    fit: () => {
      const fit = nextPageFit(settings.fit)
      change({ fit })
      showToast({ id: 'fit', message: `${t('reader.fit')}: ${t(`fit.${fit}`)}`, autoClose: 1500 })
    },
    fullscreen: operations.toggleFullscreen,
    bookmark: operations.toggleBookmark,
    contents: () => show('bookmarks'),
    overview: () => show('overview'),
    guided: () => change(isScrolled ? { guided: true, mode: 'single' } : { guided: !settings.guided }),
    peek: operations.togglePeek,
    autoScroll: () => isScrolled && operations.toggleAutoScroll(),
    settings: () => show('settings'),
    help: () => show('help'),
    close: operations.close,
    zoomIn: () => setZoom(clampZoom(zoom * 1.25)),
    zoomOut: () => setZoom(clampZoom(zoom / 1.25)),
    zoomReset: () => setZoom(1),
    nextBook: () => neighbours.open(neighbours.next),
    previousBook: () => neighbours.open(neighbours.prev),
  }
}
