import type { Static } from 'typebox'
import { Page, PagingWith } from './paging.ts'
import { Reason } from './reasons.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const tag = 'Releases'
const count = () => Type.Integer({ minimum: 0 })
const states = ['announced', 'dismissed', 'marked_acquired', 'ignored'] as const
const Span = Type.Object({ start: Type.Number(), end: Type.Number() })

export const Release = Type.Object(
  {
    id: Uuid,
    seriesId: Uuid,
    seriesTitle: Type.String(),
    sourceId: Uuid,
    sourceName: Type.String(),
    externalReleaseId: Type.String(),
    infoHash: Nullable(Type.String()),
    chapters: Nullable(Type.Array(Span)),
    volumes: Nullable(Type.Array(Span)),
    language: Nullable(Type.String()),
    formatHints: Type.Unknown(),
    groupOrUploader: Nullable(Type.String()),
    payloadUrl: Type.String(),
    mediaUrl: Nullable(Type.String()),
    mediaUrlKind: Nullable(Type.String()),
    confidence: Type.Number(),
    state: Type.Enum([...states], {
      description: 'Your own state. `ignored` means that you already own it or do not follow the series.',
    }),
    metadata: Type.Unknown(),
    observedAt: Timestamp,
    releasedAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { title: 'Release' },
)
export type Release = Static<typeof Release>

export const ReleaseSource = Type.Object(
  {
    id: Uuid,
    pluginId: Uuid,
    pluginName: Type.String(),
    sourceKey: Type.String(),
    displayName: Type.String(),
    kind: Type.String(),
    enabled: Type.Boolean(),
    cronSchedule: Nullable(Type.String()),
    effectiveCronSchedule: Type.String(),
    lastPolledAt: Nullable(Timestamp),
    lastError: Nullable(Type.String()),
    lastErrorReason: Type.Optional(Reason),
    lastErrorAt: Nullable(Timestamp),
    lastSummary: Type.Unknown(),
    failureCount: Type.Integer({ minimum: 0, description: 'Failed polls in a row; each makes the pause longer.' }),
    etag: Nullable(Type.String()),
    config: Type.Unknown({ description: 'What the plugin said of the source.' }),
  },
  { title: 'ReleaseSource' },
)
export type ReleaseSource = Static<typeof ReleaseSource>

const number = () => Type.Number({ minimum: 0, maximum: 1_000_000 })
const VolumeChapterMap = Type.Record(
  Type.String({ pattern: '^[0-9]{1,6}([.][0-9]{1,3})?$' }),
  Type.Union([Type.Array(number(), { minItems: 2, maxItems: 2 }), Type.Object({ start: number(), end: number() })]),
  {
    maxProperties: 2000,
    additionalProperties: false,
    description:
      'First and last chapter of each volume. If you own a volume, you own its chapters, and the other way round.',
  },
)
const Tracking = Type.Object(
  {
    tracked: Type.Boolean({ description: 'Whether you follow the series.' }),
    trackChapters: Type.Boolean(),
    trackVolumes: Type.Boolean(),
    latestKnownChapter: Nullable(Type.Number()),
    latestKnownVolume: Nullable(Type.Number()),
    confidenceThresholdOverride: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    volumeChapterMap: Nullable(Type.Record(Type.String(), Type.Unknown())),
    pollIntervalOverrideS: Nullable(Type.Integer()),
    languages: Nullable(
      Type.Array(Type.String({ maxLength: 20 }), {
        maxItems: 50,
        description: 'Null: the language of the series or its books, as far as known. Empty: all languages.',
      }),
    ),
    effectiveLanguages: Type.Array(Type.String(), { description: 'Languages that are announced; empty: all.' }),
  },
  { title: 'SeriesTracking' },
)
export type SeriesReleaseTracking = Static<typeof Tracking>
const Alias = Type.Object({ id: Uuid, alias: Type.String() })
const Named = Type.Object({ id: Uuid, name: Type.String() })
const Asked = Type.Object({ status: Type.Enum(['enqueued', 'already_running']), message: Type.String() })

export const releases = {
  list: get('/releases', {
    tag,
    permission: 'SeriesRead',
    summary: 'List releases of the series you follow',
    query: PagingWith({
      state: Type.Enum([...states, 'all'], { default: 'announced' }),
      seriesId: Type.Optional(Uuid),
      sourceId: Type.Optional(Uuid),
      libraryId: Type.Optional(Uuid),
      language: Type.Optional(Type.String({ maxLength: 20 })),
      sort: Type.Enum(['observed,desc', 'observed,asc', 'released,desc', 'released,asc', 'series,asc', 'series,desc'], {
        default: 'observed,desc',
      }),
      together: Type.Boolean({
        default: false,
        description: 'Lists what several sources announced alike in a row, where the first of it stands.',
      }),
    }),
    response: Page(Release),
  }),
  facets: get('/releases/facets', {
    tag,
    permission: 'SeriesRead',
    summary: 'List the values to filter releases by',
    response: Type.Object({
      languages: Type.Array(Type.String()),
      libraries: Type.Array(Named),
      series: Type.Array(Named),
    }),
  }),
  change: patch('/releases/:id', {
    tag,
    permission: 'SeriesRead',
    summary: 'Set the state of a release for yourself',
    params: ById,
    body: Type.Object({ state: Type.Enum([...states]) }),
  }),
  dismiss: post('/releases/:id/dismiss', {
    tag,
    permission: 'SeriesRead',
    summary: 'Dismiss a release for yourself',
    params: ById,
  }),
  markAcquired: post('/releases/:id/mark-acquired', {
    tag,
    permission: 'SeriesRead',
    summary: 'Mark a release as acquired for yourself',
    params: ById,
  }),
  remove: del('/releases/:id', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Delete a release for everyone',
    params: ById,
  }),
  bulk: post('/releases/bulk', {
    tag,
    permission: 'SeriesRead',
    summary: 'Set the state of several releases for yourself',
    body: Type.Object({
      ids: Type.Array(Uuid, { maxItems: 1000 }),
      action: Type.Enum(['dismiss', 'mark-acquired', 'ignore', 'reset', 'delete'], {
        description: '`delete` removes them for all users and requires `SeriesWrite`.',
      }),
    }),
    response: Type.Object({ changed: count() }),
  }),
  ofSeries: get('/series/:id/releases', {
    tag,
    permission: 'SeriesRead',
    summary: 'List the releases of a series',
    params: ById,
    query: PagingWith({}),
    response: Page(Release),
  }),
  tracking: get('/series/:id/tracking', {
    tag,
    permission: 'SeriesRead',
    summary: 'Check whether and how you follow the releases of a series',
    params: ById,
    response: Tracking,
  }),
  track: patch('/series/:id/tracking', {
    tag,
    permission: 'SeriesRead',
    summary: 'Set whether and how you follow the releases of a series',
    description: 'Following is per user. The other fields are shared by all users and require `SeriesWrite`.',
    params: ById,
    body: Type.Object({
      tracked: Type.Optional(Type.Boolean()),
      trackChapters: Type.Optional(Type.Boolean()),
      trackVolumes: Type.Optional(Type.Boolean()),
      latestKnownChapter: Type.Optional(Nullable(number())),
      latestKnownVolume: Type.Optional(Nullable(number())),
      confidenceThresholdOverride: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
      volumeChapterMap: Type.Optional(Nullable(VolumeChapterMap)),
      pollIntervalOverrideS: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: 900,
            maximum: 31_536_000,
            description: 'Poll for this series once per interval, not by the schedule of the source. In seconds.',
          }),
        ),
      ),
      languages: Type.Optional(
        Nullable(Type.Array(Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' }), { maxItems: 50 })),
      ),
    }),
    response: Tracking,
  }),
  aliases: get('/series/:id/aliases', {
    tag,
    permission: 'SeriesRead',
    summary: 'List release aliases of a series',
    params: ById,
    response: Type.Object({ aliases: Type.Array(Alias) }),
  }),
  addAlias: post('/series/:id/aliases', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Add a release alias to a series',
    also: [409],
    params: ById,
    body: Type.Object({ alias: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }),
    response: Alias,
    status: 201,
  }),
  removeAlias: del('/series/:id/aliases/:aliasId', {
    tag,
    permission: 'SeriesWrite',
    summary: 'Remove a release alias of a series',
    params: Type.Object({ id: Uuid, aliasId: Uuid }),
  }),
  applicability: get('/release-sources/applicability', {
    tag,
    permission: 'SeriesRead',
    summary: 'Check whether release sources are set up',
    query: Type.Object({ libraryId: Type.Optional(Uuid) }),
    also: [404],
    response: Type.Object({ applicable: Type.Boolean(), pluginDisplayNames: Type.Array(Type.String()) }),
  }),
  sources: get('/release-sources', {
    tag,
    permission: 'PluginsManage',
    summary: 'List release sources',
    response: Type.Object({ sources: Type.Array(ReleaseSource) }),
  }),
  changeSource: patch('/release-sources/:id', {
    tag,
    permission: 'PluginsManage',
    summary: 'Update a release source',
    params: ById,
    body: Type.Object({
      displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      enabled: Type.Optional(Type.Boolean()),
      cronSchedule: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    }),
    response: ReleaseSource,
  }),
  pollNow: post('/release-sources/:id/poll-now', {
    tag,
    permission: 'PluginsManage',
    summary: 'Start polling a release source',
    params: ById,
    also: [409],
    response: Asked,
    status: 202,
  }),
  pollAll: post('/release-sources/poll-now-all', {
    tag,
    permission: 'PluginsManage',
    summary: 'Start polling all release sources',
    response: Type.Object({ enqueued: count() }),
    status: 202,
  }),
  resetAll: post('/release-sources/reset-all', {
    tag,
    permission: 'PluginsManage',
    summary: 'Reset the polling state of all release sources',
    response: Type.Object({ reset: count() }),
  }),
  resetSource: post('/release-sources/:id/reset', {
    tag,
    permission: 'PluginsManage',
    summary: 'Reset the polling state of a release source',
    params: ById,
    response: ReleaseSource,
  }),
}
