import { lockedFileSentences } from '../../../src/contract/locked-file-sentences.ts'
import type { Book } from '../api/types.ts'

/** Whether the book, or some of its pages, can't be read because its file is encrypted. */
export function needsPassword({ analysisError }: Pick<Book, 'analysisError'>): boolean {
  return analysisError !== null && sentences.has(analysisError)
}

const sentences: ReadonlySet<string> = new Set(Object.values(lockedFileSentences))
