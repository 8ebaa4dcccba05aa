import type { EpubSheetName } from './epub-sheets.tsx'

export type EpubOperations = {
  step: (by: 1 | -1) => void
  show: (sheet: EpubSheetName) => void
  stepHit: (by: 1 | -1) => void
  selectText: () => void
  readAloud: () => void
  toggleBookmark: () => void
  toggleFullscreen: () => void
  close: () => void
}

/** What keys do in any EPUB. */
export function epubCommands({ step, show, stepHit, ...operations }: EpubOperations) {
  return {
    next: () => step(1),
    previous: () => step(-1),
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
