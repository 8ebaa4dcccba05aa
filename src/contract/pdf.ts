import type { Static } from 'typebox'
import { FileVersionQuery, PageBox } from './pages.ts'
import { Binary, ById, get, Nullable, Uuid } from './route.ts'
import Type from './typebox.ts'

const tag = 'PDF'
const share = (of: string) =>
  Type.Number({ description: `Distance from the upper left, as a fraction of the page ${of}.` })
const box = PageBox.properties

export const PdfTextRun = Type.Object(
  {
    text: Type.String(),
    start: Type.Integer({ description: 'Where the run begins in the text of the page, in UTF-16 units.' }),
    direction: Type.Enum(['right', 'left', 'down', 'up']),
    ...box,
    edges: Type.Array(Type.Number(), {
      description:
        'Where each UTF-16 unit begins and the last one ends, along the direction: as fractions of the width for `right` and ' +
        '`left`, of the height for `down` and `up`.',
    }),
  },
  { title: 'TextRun', description: 'Part of a line.' },
)
export type PdfTextRun = Static<typeof PdfTextRun>

const target = {
  page: Nullable(Type.Integer({ minimum: 1 })),
  top: Nullable(share('height')),
}

export const PdfLink = Type.Object(
  {
    ...box,
    ...target,
    url: Nullable(Type.String({ description: 'An http or https address; nothing else counts as a link.' })),
  },
  { title: 'PdfLink' },
)
export type PdfLink = Static<typeof PdfLink>

export const PdfComment = Type.Object(
  {
    ...box,
    author: Nullable(Type.String()),
    text: Type.String(),
    isIcon: Type.Boolean({ description: 'Whether the page shows an icon there; else the comment is about that part.' }),
  },
  { title: 'PdfComment', description: 'A note that was added to the PDF in another program.' },
)
export type PdfComment = Static<typeof PdfComment>

export const PdfPageText = Type.Object(
  {
    text: Type.String({ description: 'In reading order, lines separated by `\\n`.' }),
    runs: Type.Array(PdfTextRun),
    links: Type.Array(PdfLink),
    comments: Type.Array(PdfComment),
    formFields: Type.Array(PageBox, {
      description: 'Form fields, which the image shows as they are saved in the file.',
    }),
    pictures: Type.Array(PageBox, { description: 'Photos and drawings that a dark mode should not invert.' }),
    isDark: Type.Boolean({ description: 'Whether the page itself is light on dark.' }),
  },
  { title: 'PageText' },
)
export type PdfPageText = Static<typeof PdfPageText>

const OutlineItem = Type.Cyclic(
  {
    OutlineItem: Type.Object(
      { title: Type.String(), ...target, children: Type.Array(Type.Ref('OutlineItem')) },
      { title: 'OutlineItem' },
    ),
  },
  'OutlineItem',
)
export type PdfOutlineItem = Static<typeof OutlineItem>

const PageSize = Type.Object({ width: Type.Number(), height: Type.Number() }, { title: 'PageSize' })

export const PdfDocumentInfo = Type.Object(
  {
    pages: Type.Array(Nullable(PageSize), {
      description: 'Page sizes in points; null for a page that is counted but missing from the file.',
    }),
    labels: Nullable(Type.Array(Type.String(), { description: 'Null if the pages are simply numbered from 1.' })),
    outline: Type.Array(OutlineItem),
  },
  { title: 'PdfDocument' },
)
export type PdfDocumentInfo = Static<typeof PdfDocumentInfo>

/**
 * The widths at which a page can be drawn for its tiles: only a few, so that different window sizes don't fill the
 * cache.
 */
export const pdfTileWidths = [2400, 3400, 5000, 6800, 10_000] as const
/** Side of a tile in pixels; the last ones of a row or column are smaller. */
export const pdfTileSide = 1024

const Numbered = { id: Uuid, number: Type.Integer({ minimum: 1 }) }

export const pdf = {
  document: get('/books/:id/document', {
    permission: 'PagesRead',
    summary: 'Get the page sizes, page labels and outline of a PDF',
    also: [422],
    tag,
    params: ById,
    response: PdfDocumentInfo,
  }),
  text: get('/books/:id/pages/:number/text', {
    permission: 'PagesRead',
    summary: 'Get the text, links, comments, form fields and pictures of a PDF page with their positions',
    also: [422],
    description: 'For showing selectable text and links over the image of the page. Scanned pages have no text.',
    tag,
    params: Type.Object(Numbered),
    query: Type.Object(FileVersionQuery),
    response: PdfPageText,
  }),
  tile: get('/books/:id/pages/:number/tiles/:width/:column/:row', {
    permission: 'PagesRead',
    summary: 'Get a tile of an enlarged PDF page',
    also: [422],
    description:
      `The page is rendered \`width\` pixels wide (${pdfTileWidths.join(', ')}) and cut into squares of ${pdfTileSide} pixels, ` +
      'counted from 0. The last tiles of a row or column are smaller.',
    tag,
    params: Type.Object({
      ...Numbered,
      width: Type.Integer({ minimum: 1 }),
      column: Type.Integer({ minimum: 0, maximum: 100 }),
      row: Type.Integer({ minimum: 0, maximum: 10_000 }),
    }),
    query: Type.Object(FileVersionQuery),
    response: Binary('image/jpeg'),
  }),
} as const
