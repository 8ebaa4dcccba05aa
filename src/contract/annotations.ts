import type { Static } from 'typebox'
import { Page, PagingWith } from './paging.ts'
import { Locator } from './progress.ts'
import { Binary, ById, del, get, Nullable, ParentIdFilter, patch, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const annotationColors = ['yellow', 'green', 'blue', 'pink'] as const
export const annotationStyles = ['highlight', 'underline'] as const
export const annotationExportFormats = ['markdown', 'json', 'html', 'csv'] as const

/** The media type of a W3C Web Annotation, the second representation of an annotation. */
export const webAnnotationMediaType = 'application/ld+json'

const Color = Type.Enum(annotationColors)
const Style = Type.Enum(annotationStyles)

export const Annotation = Type.Object(
  {
    id: Uuid,
    bookId: Uuid,
    locator: Locator,
    color: Color,
    style: Style,
    note: Nullable(Type.String()),
    device: Nullable(Type.String({ description: 'The device or app that created it.' })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Nullable(Timestamp),
  },
  { title: 'Annotation' },
)
export type Annotation = Static<typeof Annotation>
export type AnnotationColor = Annotation['color']
export type AnnotationStyle = Annotation['style']
export type AnnotationExportFormat = (typeof annotationExportFormats)[number]

const reading = { anyOf: ['ProgressRead', 'BooksRead'] } as const
const writing = { anyOf: ['ProgressWrite', 'BooksWrite'] } as const

const Note = Nullable(Type.String({ maxLength: 20_000 }))
const Device = Nullable(Type.String({ maxLength: 200 }))
const ClientTime = Type.String({
  format: 'date-time',
  description: 'When it was made, for apps that were offline. A future time counts as now.',
})

const shared = { tag: 'Annotations' }

export const annotations = {
  listOfBook: get('/books/:id/annotations', {
    ...shared,
    permission: reading,
    summary: 'List your annotations in a book',
    description: `In reading order. \`Accept: ${webAnnotationMediaType}\` returns W3C Web Annotations instead.`,
    params: ById,
    query: PagingWith({}),
    response: Page(Annotation),
    alternatives: [webAnnotationMediaType],
  }),
  create: post('/books/:id/annotations', {
    ...shared,
    permission: writing,
    summary: 'Create an annotation',
    description:
      'Apps that work offline can choose the `id`. Sending the same annotation again changes nothing, and an older ' +
      '`updatedAt` never overwrites a newer one.',
    params: ById,
    body: Type.Object({
      id: Type.Optional(Uuid),
      locator: Locator,
      color: Type.Optional(Color),
      style: Type.Optional(Style),
      note: Type.Optional(Note),
      device: Type.Optional(Device),
      createdAt: Type.Optional(ClientTime),
      updatedAt: Type.Optional(ClientTime),
    }),
    response: Annotation,
    status: 201,
  }),
  list: get('/annotations', {
    ...shared,
    permission: reading,
    summary: 'List your annotations in all books',
    description:
      'Newest first. With `updatedSince`, oldest change first, including annotations deleted since, ' +
      `with \`deletedAt\`. \`Accept: ${webAnnotationMediaType}\` returns W3C Web Annotations instead.`,
    query: PagingWith({
      bookId: Type.Optional(Uuid),
      seriesId: Type.Optional(ParentIdFilter),
      color: Type.Optional(Color),
      style: Type.Optional(Style),
      hasNote: Type.Optional(Type.Boolean()),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the highlighted text or the note.' })),
      updatedSince: Type.Optional(Type.String({ format: 'date-time' })),
    }),
    response: Page(Annotation),
    alternatives: [webAnnotationMediaType],
  }),
  read: get('/annotations/:id', {
    ...shared,
    permission: reading,
    summary: 'Get an annotation',
    description: `\`Accept: ${webAnnotationMediaType}\` returns a W3C Web Annotation instead.`,
    params: ById,
    response: Annotation,
    alternatives: [webAnnotationMediaType],
  }),
  change: patch('/annotations/:id', {
    ...shared,
    permission: writing,
    summary: 'Change an annotation',
    params: ById,
    body: Type.Object({
      locator: Type.Optional(Locator),
      color: Type.Optional(Color),
      style: Type.Optional(Style),
      note: Type.Optional(Note),
      device: Type.Optional(Device),
      updatedAt: Type.Optional(ClientTime),
    }),
    response: Annotation,
  }),
  remove: del('/annotations/:id', {
    ...shared,
    permission: writing,
    summary: 'Delete an annotation',
    params: ById,
  }),
  exportBook: get('/books/:id/annotations/export', {
    ...shared,
    permission: reading,
    summary: 'Export your annotations in a book',
    params: ById,
    query: Type.Object({ format: Type.Enum(annotationExportFormats, { default: 'markdown' }) }),
    response: Binary('text/markdown', 'application/json', 'text/html', 'text/csv'),
  }),
  exportAll: get('/annotations/export', {
    ...shared,
    permission: reading,
    summary: 'Export your annotations in all books',
    query: Type.Object({ format: Type.Enum(annotationExportFormats, { default: 'markdown' }) }),
    response: Binary('text/markdown', 'application/json', 'text/html', 'text/csv'),
  }),
} as const
