import { type Locator, pathInBook } from './locator.ts'
import type { ReflowableViewPosition } from './reflowable-view.ts'

/** A page of the screen holds whatever lies between its first word and that of the next page. */
export function isOnPage(
  mark: Locator | null,
  here: Locator | undefined,
  place: ReflowableViewPosition | undefined,
): boolean {
  if (!mark || !here || !place || pathInBook(mark.href) !== pathInBook(here.href)) return false
  const at = mark.locations?.progression ?? 0
  return at >= place.fraction - 0.0001 && at < place.fraction + Math.max(place.size, 0.001)
}
