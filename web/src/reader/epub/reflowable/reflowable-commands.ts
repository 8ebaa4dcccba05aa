import { type EpubOperations, epubCommands } from '../epub-commands.ts'
import type { EpubCommand } from '../epub-keys.ts'
import type { EpubSheetName } from '../epub-sheets.tsx'
import type { Publication } from '../publication.ts'
import type { ReflowableViewTarget } from '../reflowable-view.ts'
import type { useEpubSettings } from '../settings/use-epub-settings.ts'

export type ReflowableSheetName = EpubSheetName | 'settings'

type Operations = EpubOperations & {
  publication: Publication
  settingsOf: Pick<ReturnType<typeof useEpubSettings>, 'settings' | 'change'>
  jump: (target: ReflowableViewTarget) => void
  show: (sheet: ReflowableSheetName) => void
  enlargePicture: () => void
}

/** What keys do. */
export function reflowableCommands(operations: Operations): Record<EpubCommand, () => void> {
  const { publication, settingsOf, jump, show } = operations
  const { settings, change } = settingsOf
  return {
    ...epubCommands(operations),
    first: () => jump({ index: 0 }),
    last: () => jump({ index: publication.order.length - 1, progression: 1 }),
    larger: () => change({ size: Math.min(240, settings.size + 10) }),
    smaller: () => change({ size: Math.max(60, settings.size - 10) }),
    picture: operations.enlargePicture,
    settings: () => show('settings'),
  }
}
