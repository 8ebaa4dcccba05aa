import type { Static } from 'typebox'
import { pluginScopes } from './plugin-permissions.ts'
import { PluginHealthStatus } from './plugin-schemas.ts'
import { Binary, ById, get, Nullable, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const tag = 'Plugins'
const count = () => Type.Integer({ minimum: 0 })

export const PluginSearchResult = Type.Object(
  {
    externalId: Type.String(),
    title: Type.String(),
    alternateTitles: Type.Array(Type.String()),
    year: Type.Optional(Type.Integer()),
    coverUrl: Type.Optional(Type.String()),
    relevanceScore: Type.Optional(
      Type.Number({ description: 'The score given by the plugin; not comparable between plugins.' }),
    ),
    similarity: Type.Optional(Type.Number({ description: 'How well it matches the search, as rated by the server.' })),
    preview: Type.Object({
      status: Type.Optional(Type.String()),
      genres: Type.Array(Type.String()),
      rating: Type.Optional(Type.Number()),
      description: Type.Optional(Type.String()),
      bookCount: Type.Optional(count()),
      authors: Type.Array(Type.String()),
      format: Type.Optional(Type.String()),
    }),
  },
  { title: 'MetadataSearchResult' },
)
export type PluginSearchResult = Static<typeof PluginSearchResult>

const PluginSearchResults = Type.Object({
  results: Type.Array(PluginSearchResult),
  nextCursor: Nullable(Type.String()),
  warning: Nullable(Type.String()),
  query: Type.String(),
})

export const MetadataPreviewField = Type.Object(
  {
    field: Type.String(),
    currentValue: Type.Unknown(),
    proposedValue: Type.Unknown(),
    status: Type.Enum(['will_apply', 'locked', 'no_permission', 'unchanged', 'not_provided']),
    reason: Nullable(Type.String()),
    isOfOtherEdition: Type.Optional(
      Type.Boolean({ description: 'True of another edition only; applied only if named in `fields`.' }),
    ),
  },
  { title: 'MetadataPreviewField' },
)
export type MetadataPreviewField = Static<typeof MetadataPreviewField>

const Preview = Type.Object(
  {
    previewId: Uuid,
    fields: Type.Array(MetadataPreviewField),
    summary: Type.Object({
      willApply: count(),
      locked: count(),
      noPermission: count(),
      unchanged: count(),
      notProvided: count(),
    }),
    pluginId: Uuid,
    pluginName: Type.String(),
    externalId: Type.String(),
    externalUrl: Nullable(Type.String()),
  },
  { title: 'MetadataPreview' },
)

const Skipped = Type.Object({ field: Type.String(), reason: Type.String() })
const AppliedMetadata = Type.Object(
  {
    success: Type.Boolean(),
    appliedFields: Type.Array(Type.String()),
    skippedFields: Type.Array(Skipped),
    message: Type.String(),
    dryRunReport: Type.Optional(
      Type.Object({
        changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
      }),
    ),
  },
  { title: 'AppliedMetadata' },
)
export type AppliedMetadata = Static<typeof AppliedMetadata>

const Chosen = Type.Object({ pluginId: Uuid, externalId: Type.String({ minLength: 1, maxLength: 1000 }) })
const ToApply = Type.Object({
  pluginId: Uuid,
  externalId: Type.String({ minLength: 1, maxLength: 1000 }),
  previewId: Type.Optional({
    ...Uuid,
    description: 'The preview to apply. If absent, your latest one of this record.',
  }),
  fields: Type.Optional(
    Nullable(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description: 'If absent, all possible fields.' }),
    ),
  ),
  dryRun: Type.Optional(Type.Boolean()),
})

export const MetadataChange = Type.Object(
  {
    id: Uuid,
    pluginId: Nullable(Uuid),
    pluginName: Type.String(),
    externalId: Nullable(Type.String()),
    title: Nullable(Type.String()),
    fields: Type.Array(Type.String()),
    createdAt: Timestamp,
    undoneAt: Nullable(Timestamp),
  },
  { title: 'MetadataChange' },
)
export type MetadataChange = Static<typeof MetadataChange>
const Changes = Type.Object({ changes: Type.Array(MetadataChange) })
const OneChange = Type.Object({ id: Uuid, changeId: Uuid })

const PluginAction = Type.Object(
  {
    pluginId: Uuid,
    pluginName: Type.String(),
    pluginDisplayName: Type.String(),
    actionType: Type.Enum(['metadata_search', 'metadata_auto_match']),
    label: Type.String(),
    description: Nullable(Type.String()),
    icon: Nullable(Type.String()),
    libraryIds: Type.Array(Uuid),
    searchUriTemplate: Nullable(Type.String()),
    healthStatus: PluginHealthStatus,
    capabilities: Type.Object({ metadataProvider: Type.Array(Type.String()) }),
  },
  { title: 'PluginAction' },
)

const APPLY =
  'Applies exactly the record that was previewed. A preview is good for an hour; after that, or if `previewId` is unknown, the answer is 409: preview again.'
const writes = { anyOf: ['SeriesWrite', 'BooksWrite', 'PluginsManage'] } as const

export const pluginMetadata = {
  actions: get('/plugins/actions', {
    tag,
    permission: 'LibrariesRead',
    summary: 'List the available plugin actions',
    query: Type.Object({ scope: Type.Enum([...pluginScopes]), libraryId: Type.Optional(Uuid) }),
    also: [404],
    response: Type.Object({ actions: Type.Array(PluginAction), scope: Type.String() }),
  }),
  execute: post('/plugins/:id/execute', {
    tag,
    permission: writes,
    summary: 'Run a plugin action: search, get or match',
    description: 'Returns 200 even if the plugin failed; then `success` is false and `error` says why.',
    params: ById,
    body: Type.Object({
      action: Type.Union([
        Type.Literal('ping'),
        Type.Object({
          metadata: Type.Object({
            action: Type.Enum(['search', 'get', 'match']),
            contentType: Type.Enum(['series', 'book']),
            params: Type.Record(Type.String(), Type.Unknown()),
          }),
        }),
      ]),
    }),
    response: Type.Object({
      success: Type.Boolean(),
      result: Type.Unknown(),
      error: Nullable(Type.String()),
      latencyMs: count(),
    }),
  }),
  cover: get('/plugins/cover', {
    tag,
    permission: { anyOf: ['SeriesWrite', 'BooksWrite'] },
    summary: 'Get the image of a search result',
    description: 'The server fetches it from the public internet, so that browsers contact no other host.',
    also: [404, 415, 422],
    query: Type.Object({ url: Type.String({ format: 'uri', maxLength: 4000 }) }),
    response: Binary('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'),
  }),
  webLinks: get('/plugins/web-links', {
    tag,
    permission: 'SeriesRead',
    summary: 'List the web links that plugins offer',
    response: Type.Object({
      providers: Type.Array(
        Type.Object({
          pluginName: Type.String(),
          displayName: Type.String(),
          searchUrlTemplate: Type.String(),
          seriesLinks: Type.Array(Type.Object({ source: Type.String(), urlTemplate: Type.String() })),
        }),
      ),
    }),
  }),
  searchTitle: get('/series/:id/metadata/search-title', {
    tag,
    permission: 'SeriesRead',
    summary: 'Get the title used to search providers',
    params: ById,
    query: Type.Object({ pluginId: Type.Optional(Uuid) }),
    response: Type.Object({ originalTitle: Type.String(), searchTitle: Type.String(), rulesApplied: count() }),
  }),
  searchSeries: post('/series/:id/metadata/search', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Search a provider for a series',
    also: [422],
    params: ById,
    body: Type.Object({
      pluginId: Uuid,
      query: Type.Optional(Type.String({ maxLength: 1000 })),
      cursor: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    response: PluginSearchResults,
  }),
  searchBook: post('/books/:id/metadata/search', {
    tag,
    permission: 'BooksWrite',
    summary: 'Search a provider for a book',
    also: [422],
    params: ById,
    body: Type.Object({
      pluginId: Uuid,
      query: Type.Optional(Type.String({ maxLength: 1000 })),
      isbn: Type.Optional(Type.String({ maxLength: 30 })),
      author: Type.Optional(Type.String({ maxLength: 500 })),
      cursor: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    response: PluginSearchResults,
  }),
  previewSeries: post('/series/:id/metadata/preview', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Preview metadata from a provider for a series',
    also: [422],
    params: ById,
    body: Chosen,
    response: Preview,
  }),
  previewBook: post('/books/:id/metadata/preview', {
    tag,
    permission: 'BooksWrite',
    summary: 'Preview metadata from a provider for a book',
    also: [422],
    params: ById,
    body: Chosen,
    response: Preview,
  }),
  applySeries: post('/series/:id/metadata/apply', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Apply previewed metadata to a series',
    description: APPLY,
    also: [409, 422],
    params: ById,
    body: ToApply,
    response: AppliedMetadata,
  }),
  applyBook: post('/books/:id/metadata/apply', {
    tag,
    permission: 'BooksWrite',
    summary: 'Apply previewed metadata to a book',
    description: APPLY,
    also: [409, 422],
    params: ById,
    body: ToApply,
    response: AppliedMetadata,
  }),
  seriesChanges: get('/series/:id/metadata/changes', {
    tag,
    permission: 'SeriesWrite',
    summary: 'List the changes plugins made to a series',
    params: ById,
    response: Changes,
  }),
  bookChanges: get('/books/:id/metadata/changes', {
    tag,
    permission: 'BooksWrite',
    summary: 'List the changes plugins made to a book',
    params: ById,
    response: Changes,
  }),
  undoSeries: post('/series/:id/metadata/changes/:changeId/undo', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Undo a change to a series',
    also: [409],
    params: OneChange,
    response: Type.Object({ undoneFields: Type.Array(Type.String()) }),
  }),
  undoBook: post('/books/:id/metadata/changes/:changeId/undo', {
    tag,
    permission: 'BooksWrite',
    summary: 'Undo a change to a book',
    also: [409],
    params: OneChange,
    response: Type.Object({ undoneFields: Type.Array(Type.String()) }),
  }),
}
