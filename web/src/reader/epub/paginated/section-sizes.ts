import { isDataSaverOn } from '../../is-data-saver-on.ts'
import type { BookSections } from '../book-sections.ts'
import { chapterLength } from '../chapter/chapter-length.ts'
import { countPositions } from '../locator.ts'
import { fileAt, type Publication } from '../publication.ts'

/** A chapter with more positions takes too much memory to be laid out in advance. */
const maxPreparedPositions = 400
/** A chapter with more positions is laid out in steps even if somebody waits for it. */
const longPositions = 40

/** What the sizes of its sections say about how a book is laid out. */
export function makeSectionSizes(book: Publication, sections: BookSections) {
  const counts = countPositions(book.positions, book.order)
  const lengthOf = (section: number) => {
    const item = fileAt(book, sections.fileOf(section))
    const ofFile = chapterLength(counts.of.get(item?.path ?? '')?.count ?? 1, item?.size)
    return ofFile / sections.mostParts(section)
  }
  /** Whether one comes to it, or from it, by turning pages. */
  const isTurnable = (section: number) => sections.isInOrder(section) || sections.mostParts(section) > 1
  return {
    isTurnable,
    /** Whether it takes longer to lay out than a page turn may take. */
    isLong: (section: number) => sections.mostParts(section) > 1 || lengthOf(section) > longPositions,
    /** Whether it is laid out before somebody turns to it. */
    isPreparable: (section: number) =>
      isTurnable(section) && lengthOf(section) <= maxPreparedPositions && !isDataSaverOn(),
  }
}
