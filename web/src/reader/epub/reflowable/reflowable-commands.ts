import type { EpubCommand } from '../epub-keys.ts'
import type { EpubSheetName } from '../epub-sheets.tsx'
import type { Publication } from '../publication.ts'
import type { ReflowableViewTarget } from '../reflowable-view.ts'
import type { useEpubSettings } from '../settings/use-epub-settings.ts'

export type ReflowableSheetName = EpubSheetName | 'settings'

type Operations = {
  publication: Publication
  settingsOf: Pick<ReturnType<typeof useEpubSettings>, 'settings' | 'change'>
  step: (by: 1 | -1) => void
  jump: (target: ReflowableViewTarget) => void
  show: (sheet: ReflowableSheetName) => void
  stepHit: (by: 1 | -1) => void
  selectText: () => void
  enlargePicture: () => void
  readAloud: () => void
  toggleBookmark: () => void
  toggleFullscreen: () => void
  close: () => void
}

/** What keys do. */
export function reflowableCommands(operations: Operations): Record<EpubCommand, () => void> {
  const { publication, settingsOf, step, jump, show, stepHit } = operations
  const { settings, change } = settingsOf
  return {
    next: () => step(1),
    previous: () => step(-1),
    first: () => jump({ index: 0 }),
    last: () => jump({ index: publication.order.length - 1, progression: 1 }),
    larger: () => change({ size: Math.min(240, settings.size + 10) }),
    smaller: () => change({ size: Math.max(60, settings.size - 10) }),
    contents: () => show('contents'),
    search: () => show('search'),
    nextHit: () => stepHit(1),
    previousHit: () => stepHit(-1),
    notes: () => show('notes'),
    selectText: operations.selectText,
    picture: operations.enlargePicture,
    readAloud: operations.readAloud,
    bookmark: operations.toggleBookmark,
    fullscreen: operations.toggleFullscreen,
    settings: () => show('settings'),
    help: () => show('help'),
    close: operations.close,
  }
}
