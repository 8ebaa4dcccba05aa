import type { Book } from '../../api/types.ts'
import { thisDevice } from '../this-device.ts'
import { useSavePosition } from '../use-save-position.ts'
import type { Locator } from './locator.ts'

/** The exact place in a text is a locator, so that any reader of this account can take it up. */
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
