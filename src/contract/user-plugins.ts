import type { Static } from 'typebox'
import { PluginHealthStatus } from './plugin-schemas.ts'
import { Binary, ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import { Task } from './tasks.ts'
import Type from './typebox.ts'

const tag = 'User plugins'
/** These plugins receive what the user has read, so a key that may not read it may not see them. */
const own = { tag, permission: { anyOf: ['ProgressRead', 'BooksRead'] } } as const
const recommended = { tag, permission: 'SeriesRead' } as const
/** They read and write progress on the user's behalf. */
const ownChange = { tag, permission: 'ProgressWrite' } as const
const count = () => Type.Integer({ minimum: 0 })
const text = () => Nullable(Type.String())
const anything = () => Type.Record(Type.String(), Type.Unknown())

const AvailablePlugin = Type.Object(
  {
    pluginId: Uuid,
    pluginName: Type.String(),
    pluginDisplayName: Type.String(),
    description: text(),
    userSetupInstructions: text(),
    requiresAuth: Type.Boolean(),
    requiresOauth: Type.Boolean(),
    oauthConfigured: Type.Boolean({
      description: 'Whether an administrator has registered this server with the other service.',
    }),
    capabilities: Type.Object({
      readSync: Type.Boolean(),
      userRecommendationProvider: Type.Boolean(),
      wantsFullMetadata: Type.Boolean(),
      wantsDetailedProgress: Type.Boolean(),
    }),
  },
  { title: 'AvailablePlugin' },
)
export type AvailablePlugin = Static<typeof AvailablePlugin>

const UserPlugin = Type.Object(
  {
    ...AvailablePlugin.properties,
    id: Uuid,
    pluginType: Type.Enum(['system', 'user']),
    enabled: Type.Boolean(),
    connected: Type.Boolean(),
    healthStatus: PluginHealthStatus,
    healthReason: text(),
    failureCount: count(),
    externalUsername: text(),
    externalAvatarUrl: text(),
    lastSyncAt: Nullable(Timestamp),
    lastSuccessAt: Nullable(Timestamp),
    lastSyncResult: Type.Unknown(),
    config: anything(),
    autoSync: Type.Boolean(),
    syncCronSchedule: text(),
    userConfigSchema: Type.Unknown({ description: 'The fields of `config`, as the plugin describes them.' }),
    requiredCredentials: Type.Unknown({ description: 'What the plugin asks for, if it does not use OAuth.' }),
    createdAt: Timestamp,
  },
  { title: 'UserPlugin' },
)
export type UserPlugin = Static<typeof UserPlugin>

const SyncStatus = Type.Object(
  {
    connected: Type.Boolean(),
    isSyncing: Type.Boolean(),
    lastSyncAt: Nullable(Timestamp),
    healthStatus: PluginHealthStatus,
    failureCount: count(),
    externalCount: Type.Optional(Nullable(Type.Number())),
    pendingPush: Type.Optional(Nullable(Type.Number())),
    pendingPull: Type.Optional(Nullable(Type.Number())),
    conflicts: Type.Optional(Nullable(Type.Number())),
    liveError: Type.Optional(text()),
  },
  { title: 'UserPluginSyncStatus' },
)

const Recommendation = Type.Object(
  {
    externalId: Type.String(),
    externalUrl: text(),
    title: Type.String(),
    coverUrl: text(),
    summary: text(),
    genres: Type.Array(Type.String()),
    tags: Type.Array(Type.String()),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    reason: Type.String({ description: 'Why it is recommended, in the words of the plugin.' }),
    basedOn: Type.Array(Type.String(), { description: 'Titles of series you have read.' }),
    inLibrary: Type.Boolean(),
    seriesId: Nullable(Uuid),
    status: text(),
    format: text(),
    countryOfOrigin: text(),
    startYear: Nullable(Type.Integer()),
    totalVolumeCount: Nullable(Type.Integer()),
    totalChapterCount: Nullable(Type.Number()),
    rating: Nullable(Type.Number()),
    sources: Type.Array(Type.Object({ pluginId: Uuid, pluginName: Type.String() }), {
      description: 'The plugins that recommend it.',
    }),
  },
  { title: 'Recommendation' },
)
export type PluginRecommendation = Static<typeof Recommendation>

const RecommendationId = Type.Object({ externalId: Type.String({ minLength: 1, maxLength: 500 }) })
const OfPlugin = Type.Object({
  pluginId: Type.Optional({ ...Uuid, description: 'Whose recommendation it is: another service may use the same id.' }),
})

const taskTypes = ['user_plugin_sync', 'user_plugin_recommendations']

export const userPlugins = {
  list: get('/user/plugins', {
    ...own,
    summary: 'List your plugins and those you can enable',
    response: Type.Object({ enabled: Type.Array(UserPlugin), available: Type.Array(AvailablePlugin) }),
  }),
  oauthCallback: get('/user/plugins/oauth/callback', {
    tag,
    permission: 'public',
    summary: 'Finish connecting a plugin with OAuth',
    description:
      'The service redirects your browser here. Only the browser or account that started connecting can finish.',
    also: [401, 403],
    query: Type.Object({
      state: Type.Optional(Type.String({ maxLength: 512 })),
      code: Type.Optional(Type.String({ maxLength: 4096 })),
      error: Type.Optional(Type.String({ maxLength: 512 })),
      error_description: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    status: 302,
  }),
  read: get('/user/plugins/:id', {
    ...own,
    summary: 'Get one of your plugins',
    description: 'Takes the id of the plugin or of your connection to it.',
    params: ById,
    response: UserPlugin,
  }),
  remove: del('/user/plugins/:id', {
    ...ownChange,
    summary: 'Remove one of your plugins',
    description: 'Deletes your tokens, your settings and what the plugin stored for you. Your progress stays.',
    params: ById,
  }),
  enable: post('/user/plugins/:id/enable', {
    ...ownChange,
    summary: 'Enable a plugin for yourself',
    also: [409],
    params: ById,
    response: UserPlugin,
  }),
  disable: post('/user/plugins/:id/disable', {
    ...ownChange,
    summary: 'Disable a plugin for yourself',
    description: 'Your settings and tokens are kept.',
    params: ById,
    response: UserPlugin,
  }),
  configure: patch('/user/plugins/:id/config', {
    ...ownChange,
    summary: 'Change your settings for a plugin',
    params: ById,
    body: Type.Object({ config: anything() }),
    response: UserPlugin,
  }),
  setSyncMode: patch('/user/plugins/:id/sync-mode', {
    ...ownChange,
    summary: 'Set whether your progress is synced automatically',
    params: ById,
    body: Type.Object({ auto: Type.Boolean() }),
    response: UserPlugin,
  }),
  setCredentials: post('/user/plugins/:id/credentials', {
    ...ownChange,
    summary: 'Set your token or other credentials for a plugin',
    description:
      'They are tested immediately, stored encrypted and never returned. Rejected credentials are not stored.',
    also: [422],
    params: ById,
    body: Type.Object({
      accessToken: Type.Optional(Type.String({ minLength: 1, maxLength: 20_000 })),
      credentials: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 20_000 }))),
    }),
    response: UserPlugin,
  }),
  disconnect: del('/user/plugins/:id/credentials', {
    ...ownChange,
    summary: 'Remove your credentials for a plugin',
    description: 'Your settings are kept, so that you can connect again.',
    params: ById,
  }),
  startOauth: post('/user/plugins/:id/oauth/start', {
    ...ownChange,
    summary: 'Start connecting a plugin with OAuth',
    description: 'Send the browser to `redirectUrl`. It comes back to the Connections page.',
    also: [409, 429],
    params: ById,
    response: Type.Object({ redirectUrl: Type.String() }),
  }),
  sync: post('/user/plugins/:id/sync', {
    ...ownChange,
    summary: 'Sync your reading progress now',
    also: [409],
    params: ById,
    response: Type.Object({ taskId: Uuid, message: Type.String() }),
    status: 202,
  }),
  syncStatus: get('/user/plugins/:id/sync/status', {
    ...own,
    summary: 'Get the status of your sync',
    params: ById,
    query: Type.Object({
      live: Type.Optional(Type.Boolean({ description: 'Also ask the plugin. This takes a moment.' })),
    }),
    response: SyncStatus,
  }),
  task: get('/user/plugins/:id/tasks', {
    ...own,
    summary: 'Get the latest task of one of your plugins',
    params: ById,
    query: Type.Object({ type: Type.Optional(Type.Enum(taskTypes)) }),
    response: Type.Object({ task: Nullable(Task) }),
  }),
  recommendations: get('/user/recommendations', {
    ...recommended,
    summary: 'List your recommendations',
    description:
      'From all your plugins, best first, without those you dismissed. Lists older than a day are refreshed in the background. ' +
      'Returns 404 if you use no plugin that recommends series.',
    also: [404],
    response: Type.Object({
      recommendations: Type.Array(Recommendation),
      sources: Type.Array(
        Type.Object({
          pluginId: Uuid,
          pluginName: Type.String(),
          generatedAt: Nullable(Timestamp),
          isRefreshing: Type.Boolean(),
          error: text(),
        }),
      ),
    }),
  }),
  refreshRecommendations: post('/user/recommendations/refresh', {
    ...ownChange,
    summary: 'Refresh your recommendations',
    also: [404, 409],
    response: Type.Object({ taskIds: Type.Array(Uuid), message: Type.String() }),
    status: 202,
  }),
  dismissRecommendation: post('/user/recommendations/:externalId/dismiss', {
    ...ownChange,
    summary: 'Dismiss a recommendation',
    params: RecommendationId,
    query: OfPlugin,
    body: Type.Optional(
      Type.Object({ reason: Type.Optional(Type.Enum(['not_interested', 'already_read', 'already_owned'])) }),
    ),
    response: Type.Object({ dismissed: Type.Boolean() }),
  }),
  restoreRecommendation: del('/user/recommendations/:externalId/dismiss', {
    ...ownChange,
    summary: 'Restore a dismissed recommendation',
    description:
      'It is listed again if the plugin’s latest list still contains it. A plugin that was told about the dismissal may leave it out of later lists.',
    params: RecommendationId,
    query: OfPlugin,
    also: [404],
  }),
  recommendationCover: get('/user/recommendations/cover', {
    ...recommended,
    summary: 'Get the image of a recommendation',
    description:
      'Only for addresses in your recommendations. The server fetches the image, so that browsers contact no other host.',
    also: [404, 415, 422],
    query: Type.Object({ url: Type.String({ format: 'uri', maxLength: 4000 }) }),
    response: Binary('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'),
  }),
}
