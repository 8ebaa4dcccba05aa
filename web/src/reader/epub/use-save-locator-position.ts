import type { Book } from '../../api/types.ts'
import { thisDevice } from '../this-device.ts'
import { useSavePosition } from '../use-save-position.ts'
import type { Locator } from './locator.ts'

/** The exact position in a text is a locator, so that any reader app of this account can resume there. */
export function useSaveLocatorPosition(book: Book, locator: Locator | undefined, incognito: boolean) {
  useSavePosition(book, locator, incognito, (at, now) => {
    const part = at.locations?.totalProgression ?? 0
    return {
      position: { currentPage: at.locations?.position ?? 1, progressPercentage: part, completed: part >= 0.98 },
      path: '/progression',
      body: { modified: now, device: thisDevice(), locator: at },
    }
  })
}
