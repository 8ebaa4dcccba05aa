import type { PdfCommand } from './pdf-keys.ts'
import type { Rotation } from './pdf-layout.ts'
import type { PdfSheetName } from './pdf-sheets.tsx'
import type { PdfTarget } from './use-pdf-scroll.ts'
import type { usePdfSettings } from './use-pdf-settings.ts'

type Operations = {
  settingsOf: ReturnType<typeof usePdfSettings>
  lastPage: number
  mayPrint: boolean
  zoomTo: (zoom: number) => void
  zoomByStep: (by: 1 | -1) => void
  turn: (by: 1 | -1) => void
  /** Scrolls by a share of the screen, and turns the page at its end. */
  scroll: (by: 1 | -1, share: number) => void
  jump: (to: PdfTarget) => void
  jumps: { from: unknown; back: () => void }
  show: (sheet: PdfSheetName) => void
  stepHit: (by: 1 | -1) => void
  selectText: () => void
  typePage: () => void
  toggleBookmark: () => void
  toggleFullscreen: () => void
  close: () => void
}

/** What keys and buttons do. */
export function pdfCommands(operations: Operations): Record<PdfCommand, () => void> {
  const { settingsOf, zoomTo, zoomByStep, turn, scroll, jump, jumps, show, stepHit } = operations
  const { change, isDark } = settingsOf
  return {
    next: () => scroll(1, 0.88),
    previous: () => scroll(-1, 0.88),
    down: () => scroll(1, 0.15),
    up: () => scroll(-1, 0.15),
    nextPage: () => turn(1),
    previousPage: () => turn(-1),
    first: () => jump({ page: 1 }),
    last: () => jump({ page: operations.lastPage }),
    back: () => jumps.from && jumps.back(),
    zoomIn: () => zoomByStep(1),
    zoomOut: () => zoomByStep(-1),
    actualSize: () => zoomTo(1),
    fitWidth: () => change({ fit: 'width' }),
    fitPage: () => change({ fit: 'page' }),
    rotate: () => change(({ rotation }) => ({ rotation: ((rotation + 90) % 360) as Rotation })),
    double: () => change(({ isDouble }) => ({ isDouble: !isDouble })),
    flow: () => change(({ flow }) => ({ flow: flow === 'paged' ? 'continuous' : 'paged' })),
    dark: () => change({ theme: isDark ? 'light' : 'dark' }),
    search: () => show('search'),
    nextHit: () => stepHit(1),
    previousHit: () => stepHit(-1),
    contents: () => show('contents'),
    overview: () => show('pages'),
    notes: () => show('notes'),
    selectText: operations.selectText,
    goTo: operations.typePage,
    bookmark: operations.toggleBookmark,
    fullscreen: operations.toggleFullscreen,
    settings: () => show('settings'),
    print: () => operations.mayPrint && show('print'),
    help: () => show('help'),
    close: operations.close,
  }
}
