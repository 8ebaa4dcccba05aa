import type { Locator } from '../locator.ts'
import { indexOfLocator, type Publication, pathOfLocator } from '../publication.ts'
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

/** Whether a position is after this page. Undefined: none is on screen yet. */
export function isAfterPage(
  book: Pick<Publication, 'order' | 'asides' | 'paths'>,
  mark: Locator,
  place: ReflowableViewPosition | undefined,
): boolean {
  if (!place) return false
  const index = indexOfLocator(book, mark)
  if (index !== place.index) return index > place.index
  return (mark.locations?.progression ?? 0) >= place.fraction + Math.max(place.size, 0.001) - 0.0001
}
