import type { Locator } from '../locator.ts'
import { type Publication, pathOfLocator } from '../publication.ts'
import type { ReflowableViewPosition } from '../reflowable-view.ts'

/** Whether a bookmark is between the first word of this page and that of the next. */
export function isOnPage(
  book: Publication,
  mark: Locator | null,
  here: Locator | undefined,
  place: ReflowableViewPosition | undefined,
): boolean {
  if (!mark || !here || !place || pathOfLocator(book, mark) !== here.href) return false
  const at = mark.locations?.progression ?? 0
  return at >= place.fraction - 0.0001 && at < place.fraction + Math.max(place.size, 0.001)
}
