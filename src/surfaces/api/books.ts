import { books } from '../../contract/books.ts'
import { problem } from '../../contract/problems.ts'
import { findAdjacentBooks } from '../../store/book/adjacent-books.ts'
import { findBook } from '../../store/book/read.ts'
import { findBookFile } from '../../store/page/served-book-file.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook, presentFullBook } from '../present/book.ts'
import { presentBookMetadata } from '../present/book-metadata.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { readFullBook } from './curation-context.ts'

export function mountBooks(api: OpenSurface, { db }: AppContext): void {
  serve(api, books.read, (input) =>
    answerOrNotModified(db, input, async () => {
      const book = await readFullBook(db, input.viewer, input.params.id)
      if (input.query.full) return presentFullBook(book, input.viewer)
      const file = input.query.fileVersion ? await findBookFile(db, input.viewer, uuidToBytes(book.uid)) : undefined
      return {
        book: presentBook(book, input.viewer),
        metadata: presentBookMetadata(book),
        ...(file && { fileVersion: file.version }),
        ...(book.hasFilePassword && { hasFilePassword: true }),
      }
    }),
  )
  serve(api, books.readFull, (input) =>
    answerOrNotModified(db, input, async () => {
      return presentFullBook(await readFullBook(db, input.viewer, input.params.id), input.viewer)
    }),
  )
  serve(api, books.adjacent, (input) =>
    answerOrNotModified(db, input, async () => {
      const book = await findBook(db, input.viewer, input.params.id)
      if (!book) throw problem('not_found', 'There is no such book.')
      const { prev, next } = await findAdjacentBooks(db, input.viewer, book)
      return {
        prev: prev && presentBook(prev, input.viewer),
        next: next && presentBook(next, input.viewer),
      }
    }),
  )
}
