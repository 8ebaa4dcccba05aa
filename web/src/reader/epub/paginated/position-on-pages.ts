import type { BookSections } from '../book-sections.ts'
import { elementsReachedBy } from '../current-chapter.ts'
import type { ReflowableViewPosition, ReflowableViewTarget } from '../reflowable-view.ts'
import type { ChapterRenderer } from './chapter-renderer.ts'
import type { Relocation } from './renderer.ts'

/** Knows which text is on the page, or will be once a jump has ended. */
export function keepPositionOnPages(sections: BookSections) {
  let wanted: ReflowableViewTarget = { index: 0 }
  let visible: Range | undefined
  /** The renderer only has a fraction of the chapter as its position, until a page is turned. */
  let isPlacedByFraction = false

  return {
    /** The current position, or the one being navigated to. */
    wanted: () => wanted,
    want(target: ReflowableViewTarget) {
      wanted = target
    },
    placedBy(exactness: 'text' | 'fraction') {
      isPlacedByFraction = exactness === 'fraction'
    },
    moved(
      { range, index: section, fraction, size, reason }: Relocation,
      isTurnedByHand: boolean,
    ): ReflowableViewPosition {
      const index = sections.fileOf(section)
      if (reason !== 'navigation' && reason !== 'anchor') isPlacedByFraction = false
      else if (index !== wanted.index) isPlacedByFraction = true
      wanted = { index, progression: fraction }
      visible = range ?? undefined
      return {
        index,
        fraction,
        size: size ?? 0,
        words: range ? String(range).slice(0, 400) : '',
        isByHand: reason === 'snap' || isTurnedByHand,
        ...(range && elementsReachedBy(range)),
      }
    },
    visibleRange: () => visible,
    /**
     * The same fraction of a chapter in another size is different text: from now on the renderer keeps this text in
     * place.
     */
    keepWords({ element }: ChapterRenderer) {
      if (!isPlacedByFraction || !visible?.startContainer.isConnected) return
      isPlacedByFraction = false
      void element.scrollToAnchor(visible)
    },
  }
}
