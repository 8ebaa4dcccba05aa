import { ById, del, post, Uuid } from './route.ts'
import { Task } from './tasks.ts'
import Type from './type.ts'

const tag = 'Upkeep'
const force = Type.Optional(Type.Boolean({ description: 'Also where there is one already.' }))
const ids = Type.Array(Uuid, { minItems: 1, maxItems: 1000 })
const Force = Type.Optional(Type.Object({ force }))
const DryRun = Type.Optional(
  Type.Object({ dryRun: Type.Optional(Type.Boolean({ description: 'Only tell what would change, as the result.' })) }),
)

const draws = { permission: 'TasksWrite', tag, response: Task, status: 202 } as const
const arranges = { permission: 'SeriesWrite', tag, response: Task, status: 202 } as const

/** What a library needs now and then: covers drawn anew, titles and numbers by rules that have changed. */
export const upkeep = {
  bookThumbnail: post('/books/:id/thumbnail/generate', {
    ...draws,
    summary: 'Draw a book’s cover',
    params: ById,
    body: Force,
  }),
  thumbnails: post('/books/thumbnails/generate', {
    ...draws,
    summary: 'Draw the covers of books, of all where nothing is named',
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
    summary: 'Draw the covers of several books',
    body: Type.Object({ bookIds: ids, force }),
  }),
  seriesThumbnail: post('/series/:id/thumbnail/generate', {
    ...draws,
    summary: 'Draw the covers of a series',
    params: ById,
    body: Force,
  }),
  allSeriesThumbnails: post('/series/thumbnails/generate', {
    ...draws,
    summary: 'Draw the covers of series, of all where none is named',
    body: Type.Optional(Type.Object({ libraryId: Type.Optional(Uuid), seriesIds: Type.Optional(ids), force })),
  }),
  manySeriesThumbnails: post('/series/bulk/thumbnails/generate', {
    ...draws,
    summary: 'Draw the covers of several series',
    body: Type.Object({ seriesIds: ids, force }),
  }),
  manySeriesBookThumbnails: post('/series/bulk/thumbnails/books/generate', {
    ...draws,
    summary: 'Draw the covers of the books of several series',
    body: Type.Object({ seriesIds: ids, force }),
  }),
  libraryBookThumbnails: post('/libraries/:id/books/thumbnails/generate', {
    ...draws,
    summary: 'Draw the covers of a library’s books',
    params: ById,
    body: Force,
  }),
  librarySeriesThumbnails: post('/libraries/:id/series/thumbnails/generate', {
    ...draws,
    summary: 'Draw the covers of a library’s series',
    params: ById,
    body: Force,
  }),
  title: post('/series/:id/title/reprocess', {
    ...arranges,
    summary: 'Title a series by its folder and the library’s rules again',
    params: ById,
    body: DryRun,
  }),
  titles: post('/series/titles/reprocess', {
    ...arranges,
    summary: 'Title series by their folders and the rules again',
    body: Type.Object({
      libraryId: Type.Optional(Uuid),
      seriesIds: Type.Optional(ids),
      dryRun: Type.Optional(Type.Boolean()),
    }),
  }),
  manyTitles: post('/series/bulk/titles/reprocess', {
    ...arranges,
    summary: 'Title several series by their folders and the rules again',
    body: Type.Object({ seriesIds: ids, dryRun: Type.Optional(Type.Boolean()) }),
  }),
  libraryTitles: post('/libraries/:id/series/titles/reprocess', {
    ...arranges,
    permission: 'LibrariesWrite',
    summary: 'Title every series of a library by its folder and the rules again',
    params: ById,
    body: DryRun,
  }),
  renumber: post('/series/bulk/renumber', {
    permission: 'SeriesWrite',
    tag,
    summary: 'Number and name the books of several series anew',
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
    summary: 'Throw covers away that nothing shows any more',
    response: Task,
    status: 202,
  }),
  purgeSeries: del('/series/:id/purge-deleted', {
    audit: 'missing_books_removed',
    permission: 'SeriesWrite',
    tag,
    summary: 'Remove missing books of a series for good, with their progress',
    params: ById,
    response: Type.Integer({ minimum: 0, description: 'How many.' }),
  }),
}
