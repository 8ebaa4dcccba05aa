import type { Static } from 'typebox'
import { Page, PagingWith } from './paging.ts'
import { PluginSearchResult } from './plugin-metadata.ts'
import { ById, get, Nullable, post, put, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const tag = 'Plugins'
const count = () => Type.Integer({ minimum: 0 })
const Skipped = Type.Object({ field: Type.String(), reason: Type.String() })
const Enqueued = Type.Object({
  success: Type.Boolean(),
  tasksEnqueued: count(),
  taskIds: Type.Array(Uuid),
  message: Type.String(),
})
const WithPlugin = Type.Object({ pluginId: Uuid })

const MatchReview = Type.Object(
  {
    id: Uuid,
    pluginId: Uuid,
    pluginName: Type.String(),
    seriesId: Uuid,
    seriesTitle: Type.String(),
    bookId: Nullable(Uuid),
    current: Type.Object({
      title: Type.String(),
      year: Nullable(Type.Integer()),
      authors: Type.Array(Type.String()),
      bookCount: Nullable(count()),
      folderName: Nullable(Type.String({ description: 'Of a series.' })),
      fileFormat: Nullable(Type.String({ description: 'Of the book, or of the first book of the series.' })),
    }),
    query: Type.String(),
    reason: Type.Enum(['doubtful', 'ambiguous', 'undone']),
    score: Nullable(Type.Number()),
    candidates: Type.Array(PluginSearchResult),
    createdAt: Timestamp,
  },
  { title: 'MatchReview' },
)
export type MatchReview = Static<typeof MatchReview>

export const pluginMatching = {
  match: post('/series/:id/metadata/auto-match', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Match a series with a provider now',
    also: [422],
    params: ById,
    body: Type.Object({ pluginId: Uuid, query: Type.Optional(Type.String({ maxLength: 1000 })) }),
    response: Type.Object({
      success: Type.Boolean(),
      outcome: Type.Enum(['applied', 'review', 'none', 'skipped']),
      matchedResult: Nullable(
        Type.Object({ externalId: Type.String(), title: Type.String(), similarity: Nullable(Type.Number()) }),
      ),
      appliedFields: Type.Array(Type.String()),
      skippedFields: Type.Array(Skipped),
      message: Type.String(),
    }),
  }),
  matchLater: post('/series/:id/metadata/auto-match/task', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Match a series with a provider in the background',
    params: ById,
    body: WithPlugin,
    response: Enqueued,
  }),
  matchMany: post('/series/metadata/auto-match/task/bulk', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Match several series with a provider in the background',
    body: Type.Object({ pluginId: Uuid, seriesIds: Type.Array(Uuid, { minItems: 1, maxItems: 10_000 }) }),
    response: Enqueued,
  }),
  matchLibrary: post('/libraries/:id/metadata/auto-match/task', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Match a library with a provider in the background',
    params: ById,
    body: WithPlugin,
    response: Enqueued,
  }),
  reviews: get('/plugins/reviews', {
    tag,
    permission: 'SeriesWrite',
    summary: 'List matches waiting for review',
    query: PagingWith({}),
    response: Page(MatchReview),
  }),
  accept: post('/plugins/reviews/:id/accept', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Apply the chosen candidate of a review',
    also: [409, 422],
    params: ById,
    body: Type.Object({ externalId: Type.String({ minLength: 1, maxLength: 1000 }) }),
    response: Type.Object({ appliedFields: Type.Array(Type.String()), skippedFields: Type.Array(Skipped) }),
  }),
  dismiss: post('/plugins/reviews/:id/dismiss', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Dismiss a review without applying anything',
    also: [409],
    params: ById,
    body: Type.Object({ never: Type.Optional(Type.Boolean({ description: 'Never match this series again.' })) }),
  }),
  isNever: get('/series/:id/metadata/never-match', {
    tag,
    permission: 'SeriesRead',
    summary: 'Check whether a series is matched automatically',
    params: ById,
    response: Type.Object({ never: Type.Boolean() }),
  }),
  never: put('/series/:id/metadata/never-match', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Set whether a series is matched automatically',
    params: ById,
    body: Type.Object({ never: Type.Boolean() }),
  }),
}
