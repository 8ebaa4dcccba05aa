import { type BookNaming, stemOf } from './book-to-name.ts'

/** The file name without its extension. */
export const byFileName: BookNaming = stemOf
