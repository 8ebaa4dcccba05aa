import type { Static } from 'typebox'
import { Nullable, StoredPicture } from '../route.ts'
import Type from '../typebox.ts'
import { PageDto } from './pages.ts'
import { ByKomgaId, natural, text, UtcSeconds, v1 } from './shared-schemas.ts'

// These can read, copy and move any file of the machine.
const admin = { permission: 'SystemAdmin' } as const

export const TransientBookDto = Type.Object({
  id: text,
  name: text,
  url: text,
  fileLastModified: UtcSeconds,
  sizeBytes: natural,
  size: text,
  status: Type.Enum(['UNKNOWN', 'ERROR', 'READY', 'UNSUPPORTED', 'OUTDATED']),
  mediaType: text,
  pages: Type.Array(PageDto),
  files: Type.Array(text),
  comment: text,
  number: Nullable(Type.Number()),
  seriesId: Nullable(text),
})
export type TransientBookDto = Static<typeof TransientBookDto>

/** Books in a folder outside all libraries: to look at, and to import. */
export const transientBooks = {
  scan: v1.post('/transient-books', {
    ...admin,
    summary: 'List the books in a folder outside all libraries',
    body: Type.Object({ path: text }),
    response: Type.Array(TransientBookDto),
    status: 200,
  }),
  analyze: v1.post('/transient-books/:id/analyze', {
    ...admin,
    summary: 'Analyse a book outside all libraries',
    params: ByKomgaId,
    response: TransientBookDto,
    status: 200,
  }),
  page: v1.get('/transient-books/:id/pages/:number', {
    ...admin,
    summary: 'Get a page of a book outside all libraries',
    params: Type.Object({ id: text, number: text }),
    response: StoredPicture,
  }),
  import: v1.post('/books/import', {
    ...admin,
    summary: 'Import files into series folders',
    body: Type.Object({
      books: Type.Array(
        Type.Object({
          sourceFile: Type.String({ minLength: 1, maxLength: 4096 }),
          seriesId: text,
          upgradeBookId: Type.Optional(Nullable(text)),
          destinationName: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
        }),
        { maxItems: 5000 },
      ),
      copyMode: Type.Enum(['MOVE', 'COPY', 'HARDLINK']),
    }),
    status: 202,
  }),
} as const
