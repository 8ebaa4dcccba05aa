import { ById, del, post, Uuid } from './route.ts'
import { Task } from './tasks.ts'
import Type from './typebox.ts'

const tag = 'Upkeep'
const force = Type.Optional(Type.Boolean({ description: 'Also replace existing covers.' }))
const ids = Type.Array(Uuid, { minItems: 1, maxItems: 1000 })
const Force = Type.Optional(Type.Object({ force }))
const DryRun = Type.Optional(
  Type.Object({
    dryRun: Type.Optional(Type.Boolean({ description: 'Only report in the result what would change.' })),
  }),
)

const draws = { permission: 'TasksWrite', tag, response: Task, status: 202 } as const
const arranges = { permission: 'SeriesWrite', tag, response: Task, status: 202 } as const

/** Maintenance of a library: draws covers again, and reapplies changed rules to titles and numbers. */
export const libraryMaintenance = {
  bookThumbnail: post('/books/:id/thumbnail/generate', {
    ...draws,
    summary: 'Generate the cover of a book',
    params: ById,
    body: Force,
  }),
  thumbnails: post('/books/thumbnails/generate', {
    ...draws,
    summary: 'Generate the covers of all or some books',
    body: Type.Optional(
      Type.Object({
        libraryId: Type.Optional(Uuid),
        seriesId: Type.Optional(Uuid),
        seriesIds: Type.Optional(ids),
        bookIds: Type.Optional(ids),
        force,
      }),
    ),
  }),
  booksThumbnails: post('/books/bulk/thumbnails/generate', {
    ...draws,
    summary: 'Generate the covers of several books',
    body: Type.Object({ bookIds: ids, force }),
  }),
  seriesThumbnail: post('/series/:id/thumbnail/generate', {
    ...draws,
    summary: 'Generate the covers of a series',
    params: ById,
    body: Force,
  }),
  allSeriesThumbnails: post('/series/thumbnails/generate', {
    ...draws,
    summary: 'Generate the covers of all or some series',
    body: Type.Optional(Type.Object({ libraryId: Type.Optional(Uuid), seriesIds: Type.Optional(ids), force })),
  }),
  manySeriesThumbnails: post('/series/bulk/thumbnails/generate', {
    ...draws,
    summary: 'Generate the covers of several series',
    body: Type.Object({ seriesIds: ids, force }),
  }),
  manySeriesBookThumbnails: post('/series/bulk/thumbnails/books/generate', {
    ...draws,
    summary: 'Generate the covers of the books of several series',
    body: Type.Object({ seriesIds: ids, force }),
  }),
  libraryBookThumbnails: post('/libraries/:id/books/thumbnails/generate', {
    ...draws,
    summary: 'Generate the covers of all books of a library',
    params: ById,
    body: Force,
  }),
  librarySeriesThumbnails: post('/libraries/:id/series/thumbnails/generate', {
    ...draws,
    summary: 'Generate the covers of all series of a library',
    params: ById,
    body: Force,
  }),
  title: post('/series/:id/title/reprocess', {
    ...arranges,
    summary: 'Rebuild the title of a series',
    params: ById,
    body: DryRun,
  }),
  titles: post('/series/titles/reprocess', {
    ...arranges,
    summary: 'Rebuild series titles',
    body: Type.Object({
      libraryId: Type.Optional(Uuid),
      seriesIds: Type.Optional(ids),
      dryRun: Type.Optional(Type.Boolean()),
    }),
  }),
  manyTitles: post('/series/bulk/titles/reprocess', {
    ...arranges,
    summary: 'Rebuild the titles of several series',
    body: Type.Object({ seriesIds: ids, dryRun: Type.Optional(Type.Boolean()) }),
  }),
  libraryTitles: post('/libraries/:id/series/titles/reprocess', {
    ...arranges,
    permission: 'LibrariesWrite',
    summary: 'Rebuild all series titles of a library',
    params: ById,
    body: DryRun,
  }),
  renumber: post('/series/bulk/renumber', {
    permission: 'SeriesWrite',
    tag,
    summary: 'Renumber and rename the books of several series',
    body: Type.Object({ seriesIds: ids }),
    response: Type.Object(
      { tasksEnqueued: Type.Integer({ minimum: 0 }), message: Type.String() },
      { title: 'QueuedTasks' },
    ),
    status: 202,
  }),
  sweep: post('/admin/cleanup-orphans', {
    permission: 'SystemAdmin',
    tag,
    summary: 'Delete unused covers',
    response: Task,
    status: 202,
  }),
  purgeSeries: del('/series/:id/purge-deleted', {
    audit: 'missing_books_removed',
    permission: 'SeriesWrite',
    tag,
    summary: 'Remove missing books of a series and their progress permanently',
    params: ById,
    response: Type.Integer({ minimum: 0, description: 'How many books were removed.' }),
  }),
}
