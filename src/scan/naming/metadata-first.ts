import { type BookNaming, stemOf } from './book-to-name.ts'

/** The title inside the file, else the file name. */
export const byMetadata: BookNaming = (book) => book.metadataTitle?.trim() || stemOf(book)
