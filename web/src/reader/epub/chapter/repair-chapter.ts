import { type Publication, type SpineItem, setMissingLanguage } from '../publication.ts'
import { fitBookStyles } from './fit-book-styles.ts'
import { raiseWritingMode } from './raise-writing-mode.ts'
import { releaseTrappedText } from './release-trapped-text.ts'
import { removeMissingFrames } from './remove-missing-frames.ts'
import { explainUnavailable } from './unavailable-chapter.ts'

/** What a loaded chapter needs before it is laid out, in pages or scrolled: books are made for other readers. */
export function repairChapter(doc: Document, book: Publication, item: SpineItem | undefined) {
  explainUnavailable(doc, item)
  setMissingLanguage(doc, book)
  removeMissingFrames(doc)
  fitBookStyles(doc)
  releaseTrappedText(doc)
  raiseWritingMode(doc)
}
