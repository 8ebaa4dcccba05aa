import type { Static } from 'typebox'
import { Binary, ById, get, Nullable, StoredPicture, Uuid } from './route.ts'
import Type from './typebox.ts'

export const PageInfo = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    fileName: Type.String(),
    mediaType: Type.String(),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    size: Nullable(Type.Integer()),
  },
  { title: 'Page' },
)
export type PageInfo = Static<typeof PageInfo>

const part = (description: string) => Type.Number({ description })

/** A rectangle on a page. */
export const PageBox = Type.Object(
  {
    x: part('Distance from the left, as a fraction of the page width.'),
    y: part('Distance from the top, as a fraction of the page height.'),
    width: part('As a fraction of the page width.'),
    height: part('As a fraction of the page height.'),
  },
  { title: 'PageBox' },
)
export type PageBox = Static<typeof PageBox>

const OnePage = Type.Object({ id: Uuid, number: Type.Integer({ minimum: 1 }) })

/** In a URL, it lets the response be cached for good: another file has another version. */
export const FileVersionQuery = {
  v: Type.Optional(
    Type.String({
      maxLength: 80,
      description: 'The `fileVersion` of the book. With it the response is cached for good.',
    }),
  ),
}

const side = Type.Integer({ minimum: 16, maximum: 8192 })

/** The requested form of an image. Without any of these the response is the original bytes of the file. */
export const PageImageQuery = Type.Object({
  width: Type.Optional(side),
  height: Type.Optional(side),
  format: Type.Optional(Type.Enum(['jpeg', 'webp', 'avif', 'png'])),
  quality: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

export const pages = {
  list: get('/books/:id/pages', {
    permission: 'PagesRead',
    summary: 'List the pages of a book',
    tag: 'Pages',
    params: ById,
    response: Type.Array(PageInfo),
  }),
  read: get('/books/:id/pages/:number', {
    permission: 'PagesRead',
    summary: 'Get a page, as stored or converted',
    also: [422],
    tag: 'Pages',
    params: OnePage,
    query: Type.Object({ ...PageImageQuery.properties, ...FileVersionQuery }),
    response: StoredPicture,
  }),
  panels: get('/books/:id/pages/:number/panels', {
    permission: 'PagesRead',
    summary: 'Get the panels of a page in reading order',
    also: [422],
    description:
      'Taken from the frames of an ACBF document in the file; otherwise found in the image by the gutters between panels. A page without gutters is one panel: the whole page. The order follows the reading direction of the book, or `direction`.',
    tag: 'Pages',
    params: OnePage,
    query: Type.Object({ direction: Type.Optional(Type.Enum(['ltr', 'rtl'])) }),
    response: Type.Object({ panels: Type.Array(PageBox) }, { title: 'PagePanels' }),
  }),
  contentBox: get('/books/:id/pages/:number/content-box', {
    permission: 'PagesRead',
    summary: 'Get the part of a page inside its empty margins',
    also: [422],
    tag: 'Pages',
    params: OnePage,
    response: Type.Object(
      { box: PageBox, edgeColor: Type.String({ description: 'The colour of the edge of the page, as #rrggbb.' }) },
      { title: 'PageContentBox' },
    ),
  }),
  file: get('/books/:id/file', {
    action: 'file_download',
    permission: 'BooksRead',
    summary: 'Download the file of a book, whole or in part (Range)',
    also: [206, 412, 416],
    tag: 'Pages',
    params: ById,
    response: Binary(
      'application/vnd.comicbook+zip',
      'application/vnd.comicbook-rar',
      'application/x-cb7',
      'application/vnd.comicbook+tar',
      'application/epub+zip',
      'application/pdf',
    ),
  }),
  seriesDownload: get('/series/:id/download', {
    action: 'file_download',
    permission: 'BooksRead',
    summary: 'Download a series as a ZIP file',
    tag: 'Pages',
    params: ById,
    response: Binary('application/zip'),
  }),
} as const
