import type { Annotation } from '../../api/types.ts'
import { readChapterText } from '../annotations/chapter-text.ts'
import { findMovedRange } from '../annotations/find-highlights.ts'
import { findPassageOnServer } from '../annotations/find-passage-on-server.ts'
import { locatorOfAnnotation, targetOfAnnotation } from '../annotations/locator-range.ts'
import type { PositionCounts } from './locator.ts'
import type { Publication } from './publication.ts'
import type { ReflowableViewTarget } from './reflowable-view.ts'

type Go = (target: ReflowableViewTarget | undefined) => Promise<void>
type NavigationOptions = {
  bookId: string
  publication: Publication
  counts: PositionCounts
  /** Opens the toolbar of a passage that is on screen. */
  layer: { open: (annotation: Annotation) => boolean }
  go: Go
  /** The same, with a way back. */
  jump: Go
}

/** Goes to a highlight, wherever its text is in this edition, and opens its toolbar. */
export function useGoToAnnotation({ bookId, publication, counts, layer, go, jump }: NavigationOptions) {
  return async (annotation: Annotation, by: Go = jump) => {
    const locator = locatorOfAnnotation(annotation)
    await by(targetOfAnnotation(publication, locator))
    if (layer.open(annotation)) return
    // In this edition the text is in another chapter.
    const moved = await findPassageOnServer(bookId, locator)
    const target = moved && targetOfAnnotation(publication, { ...locator, ...moved.locator, text: locator.text })
    const inFile = { counts, path: publication.order[target?.index ?? 0]?.path ?? '' }
    await go(target && { ...target, find: (doc) => findMovedRange(readChapterText(doc), locator, inFile) })
    // Whether it moved there is determined a moment later.
    for (let tries = 0; tries < 40 && !layer.open(annotation); tries++) await new Promise(requestAnimationFrame)
  }
}
