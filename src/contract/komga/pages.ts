import type { Static } from 'typebox'
import { Binary, Nullable, StoredPicture } from '../route.ts'
import Type from '../typebox.ts'
import { ByKomgaId, integer, natural, text, v1 } from './shared-schemas.ts'

export const PageDto = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  fileName: text,
  mediaType: text,
  width: Nullable(integer),
  height: Nullable(integer),
  sizeBytes: Nullable(natural),
  size: text,
})
export type PageDto = Static<typeof PageDto>

const ByPage = Type.Object({ id: text, number: text })
const file = Binary(
  'application/vnd.comicbook+zip',
  'application/vnd.comicbook-rar',
  'application/x-cb7',
  'application/vnd.comicbook+tar',
  'application/epub+zip',
  'application/pdf',
)

export const pages = {
  list: v1.get('/books/:id/pages', {
    permission: 'PagesRead',
    summary: 'List the pages of a book',
    params: ByKomgaId,
    response: Type.Array(PageDto),
  }),
  read: v1.get('/books/:id/pages/:number', {
    permission: 'PagesRead',
    summary: 'Get a page',
    params: ByPage,
    response: StoredPicture,
  }),
  raw: v1.get('/books/:id/pages/:number/raw', {
    permission: 'PagesRead',
    summary: 'Get a page as stored in the file',
    params: ByPage,
    response: StoredPicture,
  }),
  thumbnail: v1.get('/books/:id/pages/:number/thumbnail', {
    permission: 'PagesRead',
    summary: 'Get the thumbnail of a page',
    params: ByPage,
    response: Binary('image/jpeg'),
  }),
  file: v1.get('/books/:id/file', {
    action: 'file_download',
    permission: 'BooksRead',
    summary: 'Download the file of a book',
    params: ByKomgaId,
    response: file,
  }),
  fileNamed: v1.get('/books/:id/file/*', {
    action: 'file_download',
    permission: 'BooksRead',
    summary: 'Download the file of a book under any file name',
    params: ByKomgaId,
    response: file,
  }),
} as const
