import { type Publication, type SpineItem, setMissingLanguage } from '../publication.ts'
import { applyMainWritingMode } from './apply-main-writing-mode.ts'
import { fitBookStyles } from './fit-book-styles.ts'
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
  applyMainWritingMode(doc)
}
