import { clampZoom } from '../../use-pinch.ts'
import type { FixedLayoutCommand } from '../epub-keys.ts'
import type { EpubSheetName } from '../epub-sheets.tsx'

type Operations = {
  step: (by: 1 | -1) => void
  jump: (page: number) => void
  lastPage: number
  zoom: number
  setZoom: (zoom: number) => void
  show: (sheet: EpubSheetName) => void
  stepHit: (by: 1 | -1) => void
  selectText: () => void
  readAloud: () => void
  toggleBookmark: () => void
  toggleFullscreen: () => void
  close: () => void
}

/** What keys do. */
export function fixedLayoutCommands(operations: Operations): Record<FixedLayoutCommand, () => void> {
  const { step, jump, zoom, setZoom, show, stepHit } = operations
  return {
    next: () => step(1),
    previous: () => step(-1),
    first: () => jump(1),
    last: () => jump(operations.lastPage),
    larger: () => setZoom(clampZoom(zoom * 1.25)),
    smaller: () => setZoom(clampZoom(zoom / 1.25)),
    actualSize: () => setZoom(1),
    contents: () => show('contents'),
    search: () => show('search'),
    nextHit: () => stepHit(1),
    previousHit: () => stepHit(-1),
    notes: () => show('notes'),
    selectText: operations.selectText,
    readAloud: operations.readAloud,
    bookmark: operations.toggleBookmark,
    fullscreen: operations.toggleFullscreen,
    help: () => show('help'),
    close: operations.close,
  }
}
