import type { Static } from 'typebox'
import { pluginPermissions, pluginScopes } from './plugin-permissions.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const tag = 'Plugins'
const managed = { tag, permission: 'PluginsManage' } as const
const count = () => Type.Integer({ minimum: 0 })
const anything = () => Type.Record(Type.String(), Type.Unknown())

export const PluginHealthStatus = Type.Enum(['unknown', 'healthy', 'degraded', 'unhealthy', 'disabled'])
const PluginOrigin = Type.Object(
  {
    kind: Type.Enum(['npm', 'folder', 'tarball', 'command', 'built-in']),
    package: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    integrity: Type.Optional(Type.String()),
  },
  { title: 'PluginOrigin' },
)
const SearchRule = Type.Object(
  {
    pattern: Type.String({ maxLength: 1000 }),
    replacement: Type.String({ maxLength: 1000 }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    enabled: Type.Optional(Type.Boolean()),
  },
  { title: 'PluginSearchRule' },
)
const ratio = (about: string) => Type.Number({ minimum: 0, maximum: 1, description: about })
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' })

const editable = {
  displayName: Type.String({ minLength: 1, maxLength: 200 }),
  description: Nullable(Type.String({ maxLength: 4000 })),
  command: Type.String({ minLength: 1, maxLength: 1000, examples: ['node'] }),
  args: Type.Array(Type.String({ maxLength: 4000 }), { maxItems: 100, examples: [['/srv/plugins/mine/index.js']] }),
  permissions: Type.Array(Type.Enum([...pluginPermissions]), { maxItems: 100 }),
  scopes: Type.Array(Type.Enum([...pluginScopes]), { maxItems: 10 }),
  libraryIds: Type.Array(Uuid, { maxItems: 1000, description: 'Only for these libraries. Empty means all.' }),
  credentialDelivery: Type.Enum(['env', 'init_message', 'both']),
  config: anything(),
  rateLimitRequestsPerMinute: Nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
  requestTimeoutSeconds: Nullable(Type.Integer({ minimum: 0, maximum: 3600 })),
  logLevel: Nullable(Type.Enum(['debug', 'info', 'warn', 'error'])),
  searchQueryTemplate: Nullable(Type.String({ maxLength: 4000 })),
  searchPreprocessingRules: Nullable(Type.Array(SearchRule, { maxItems: 100 })),
  autoMatchConditions: Nullable(
    Type.Unknown({ description: 'A condition as in `POST /series/list`. Null means every series.' }),
  ),
  useExistingExternalId: Type.Boolean(),
  metadataTargets: Nullable(Type.Array(Type.Enum(['series', 'book']), { maxItems: 2 })),
  applyFrom: ratio('Matches with at least this similarity are applied automatically.'),
  reviewFrom: ratio('Matches with at least this similarity wait for review.'),
  matchAfterScan: Type.Boolean({ description: 'Match new and changed series after each scan.' }),
  matchCronSchedule: Nullable(Type.String({ maxLength: 200 })),
  syncCronSchedule: Nullable(Type.String({ maxLength: 200 })),
  internalConfig: Type.Object({
    searchResultsLimit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
  }),
}

export const Plugin = Type.Object(
  {
    id: Uuid,
    name: Name,
    pluginType: Type.Enum(['system', 'user']),
    version: Nullable(Type.String()),
    origin: PluginOrigin,
    ...editable,
    env: Type.Record(Type.String(), Type.String({ description: 'The value is never returned.' })),
    enabled: Type.Boolean(),
    permissionsReviewedAt: Nullable(Timestamp),
    isSandboxed: Type.Boolean({
      description: 'Whether it runs without access to files, processes and the environment.',
    }),
    hasCredentials: Type.Boolean(),
    credentialKeys: Type.Array(Type.String()),
    hasOauthClientSecret: Type.Boolean(),
    manifest: Type.Union([anything(), Type.Null()]),
    healthStatus: PluginHealthStatus,
    failureCount: count(),
    disabledReason: Nullable(Type.String()),
    lastSuccessAt: Nullable(Timestamp),
    lastFailureAt: Nullable(Timestamp),
    userCount: count(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Plugin' },
)
export type Plugin = Static<typeof Plugin>

const Environment = Type.Union([
  Type.Array(Type.Object({ key: Type.String({ maxLength: 200 }), value: Type.String({ maxLength: 10_000 }) }), {
    maxItems: 100,
  }),
  Type.Record(Type.String(), Type.String({ maxLength: 10_000 })),
])
const secret = {
  env: Type.Optional(Environment),
  credentials: Type.Optional(Nullable(Type.Record(Type.String(), Nullable(Type.String({ maxLength: 10_000 }))))),
  oauthClientSecret: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
}
const optional = Object.fromEntries(
  Object.entries(editable).map(([name, schema]) => [name, Type.Optional(schema)]),
) as { [Key in keyof typeof editable]: ReturnType<typeof Type.Optional<(typeof editable)[Key]>> }

const CreatePlugin = Type.Object(
  {
    ...optional,
    ...secret,
    name: Name,
    displayName: editable.displayName,
    command: editable.command,
    pluginType: Type.Optional(Type.Enum(['system', 'user'])),
    enabled: Type.Optional(Type.Boolean()),
    workingDirectory: Type.Optional(Nullable(Type.String({ maxLength: 4000 }))),
  },
  { title: 'CreatePlugin' },
)
export type CreatePlugin = Static<typeof CreatePlugin>
const UpdatePlugin = Type.Object({ ...optional, ...secret }, { additionalProperties: false, title: 'UpdatePlugin' })
export type UpdatePlugin = Static<typeof UpdatePlugin>

const InstallPlugin = Type.Object(
  {
    package: Type.Optional(Type.String({ maxLength: 300, examples: ['@scope/name@1.2.3'] })),
    path: Type.Optional(Type.String({ maxLength: 4000, description: 'A folder or tarball on the server.' })),
    name: Type.Optional(Name),
    displayName: Type.Optional(editable.displayName),
    config: Type.Optional(anything()),
    credentials: secret.credentials,
    oauthClientSecret: secret.oauthClientSecret,
  },
  { additionalProperties: false, title: 'InstallPlugin' },
)
export type InstallPlugin = Static<typeof InstallPlugin>

const PluginStatus = Type.Object(
  {
    plugin: Plugin,
    message: Type.String(),
    healthCheckPerformed: Type.Boolean(),
    healthCheckPassed: Nullable(Type.Boolean()),
    healthCheckLatencyMs: Nullable(count()),
    healthCheckError: Nullable(Type.String()),
  },
  { title: 'PluginStatus' },
)
export type PluginStatus = Static<typeof PluginStatus>

const LogLine = Type.Object({ at: Timestamp, level: Type.String(), message: Type.String() }, { title: 'PluginLogLine' })
const MethodCounts = Type.Object({ calls: count(), failures: count(), milliseconds: Type.Number() })

export const PluginVersionUpdate = Type.Object(
  {
    currentVersion: Nullable(Type.String()),
    version: Type.String(),
    isApplied: Type.Boolean(),
    permissionsAdded: Type.Array(Type.String()),
    permissionsRemoved: Type.Array(Type.String()),
    configAdded: Type.Array(Type.String()),
    configRemoved: Type.Array(Type.String()),
    plugin: Plugin,
  },
  { title: 'PluginUpdate' },
)
export type PluginVersionUpdate = Static<typeof PluginVersionUpdate>

const Failure = Type.Object(
  {
    id: Uuid,
    errorMessage: Type.String(),
    errorCode: Nullable(Type.String()),
    method: Nullable(Type.String()),
    log: Type.Array(Type.String(), { description: 'The last lines it wrote before that.' }),
    occurredAt: Timestamp,
  },
  { title: 'PluginFailure' },
)
const StorageUse = Type.Object(
  { name: Type.String(), fileCount: count(), bytes: count() },
  { title: 'PluginStorageUse' },
)
const ByName = Type.Object({ name: Name })

export const plugins = {
  list: get('/admin/plugins', {
    ...managed,
    summary: 'List plugins',
    response: Type.Object({ plugins: Type.Array(Plugin), total: count() }),
  }),
  catalogue: get('/admin/plugins/catalogue', {
    ...managed,
    summary: 'List recommended plugins',
    response: Type.Object({
      plugins: Type.Array(
        Type.Object(
          {
            package: Type.String(),
            version: Type.String(),
            displayName: Type.String(),
            kind: Type.Enum(['metadata', 'releases', 'sync', 'recommendations']),
            targets: Type.Array(Type.String()),
            needs: Type.Enum(['nothing', 'api_key', 'account', 'server']),
            installed: Type.Array(Uuid),
          },
          { title: 'KnownPlugin' },
        ),
      ),
    }),
  }),
  create: post('/admin/plugins', {
    ...managed,
    summary: 'Add a plugin by its command',
    also: [422],
    body: CreatePlugin,
    response: PluginStatus,
    status: 201,
  }),
  install: post('/admin/plugins/install', {
    ...managed,
    summary: 'Install a plugin from the npm registry, a folder or a tarball',
    description:
      'The package is unpacked without running any script, its checksum is verified and its version pinned. It stays disabled until somebody reviews its permissions and enables it.',
    also: [404, 409, 422],
    body: InstallPlugin,
    response: PluginStatus,
    status: 201,
  }),
  read: get('/admin/plugins/:id', { ...managed, summary: 'Get a plugin', params: ById, response: Plugin }),
  change: patch('/admin/plugins/:id', {
    ...managed,
    summary: 'Update a plugin',
    description: 'Absent fields stay, null clears. A running plugin is restarted.',
    also: [422],
    params: ById,
    body: UpdatePlugin,
    response: Plugin,
  }),
  remove: del('/admin/plugins/:id', { ...managed, summary: 'Delete a plugin and its data', params: ById }),
  enable: post('/admin/plugins/:id/enable', {
    ...managed,
    summary: 'Enable a plugin with its permissions',
    also: [422],
    params: ById,
    response: PluginStatus,
  }),
  disable: post('/admin/plugins/:id/disable', {
    ...managed,
    summary: 'Disable a plugin',
    params: ById,
    response: PluginStatus,
  }),
  test: post('/admin/plugins/:id/test', {
    ...managed,
    summary: 'Test a plugin: start it, ask for its name and stop it',
    params: ById,
    response: Type.Object({
      success: Type.Boolean(),
      message: Type.String(),
      latencyMs: Nullable(count()),
      manifest: Type.Union([anything(), Type.Null()]),
    }),
  }),
  update: post('/admin/plugins/:id/update', {
    ...managed,
    summary: 'Preview or install another version of a plugin',
    description:
      'Without `apply`, nothing changes. A version that needs more permissions stays disabled until you enable it again.',
    also: [404, 422],
    params: ById,
    body: Type.Object({
      version: Type.Optional(Type.String({ maxLength: 100 })),
      apply: Type.Optional(Type.Boolean()),
    }),
    response: PluginVersionUpdate,
  }),
  health: get('/admin/plugins/:id/health', {
    ...managed,
    summary: 'Get the health of a plugin',
    params: ById,
    response: Type.Object({
      health: Type.Object(
        {
          pluginId: Uuid,
          name: Type.String(),
          healthStatus: PluginHealthStatus,
          enabled: Type.Boolean(),
          failureCount: count(),
          lastFailureAt: Nullable(Timestamp),
          lastSuccessAt: Nullable(Timestamp),
          disabledReason: Nullable(Type.String()),
          isRunning: Type.Boolean(),
          processId: Nullable(count()),
          startedAt: Nullable(Timestamp),
          nextStartAt: Nullable(Timestamp),
          waitingCalls: count(),
          host: Nullable(Type.String({ description: 'The server or worker that runs it.' })),
          methods: Type.Record(Type.String(), MethodCounts),
          log: Type.Array(LogLine),
        },
        { title: 'PluginHealth' },
      ),
    }),
  }),
  logs: get('/admin/plugins/:id/logs', {
    ...managed,
    summary: 'List the last log lines of a plugin',
    params: ById,
    response: Type.Object({ lines: Type.Array(LogLine) }),
  }),
  reset: post('/admin/plugins/:id/reset', {
    ...managed,
    summary: 'Reset the failures of a plugin',
    params: ById,
    response: Plugin,
  }),
  failures: get('/admin/plugins/:id/failures', {
    ...managed,
    summary: 'List the failures of a plugin',
    params: ById,
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 20 }),
      offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
    }),
    response: Type.Object({
      failures: Type.Array(Failure),
      total: count(),
      windowFailures: count(),
      windowSeconds: count(),
      threshold: count(),
    }),
  }),
  storage: get('/admin/plugin-storage', {
    ...managed,
    summary: 'List the storage used by plugins',
    response: Type.Object({ plugins: Type.Array(StorageUse), totalFileCount: count(), totalBytes: count() }),
  }),
  storageOf: get('/admin/plugin-storage/:name', {
    ...managed,
    summary: 'Get the storage used by a plugin',
    params: ByName,
    response: StorageUse,
  }),
  clearStorage: del('/admin/plugin-storage/:name', {
    ...managed,
    summary: 'Delete the stored files of a plugin',
    params: ByName,
    response: Type.Object({ filesDeleted: count(), bytesFreed: count(), failures: count() }),
  }),
  metrics: get('/metrics/plugins', {
    tag,
    permission: 'LibrariesRead',
    summary: 'Get the call counts of plugins',
    response: Type.Object({
      plugins: Type.Array(
        Type.Object({
          pluginId: Uuid,
          pluginName: Type.String(),
          healthStatus: PluginHealthStatus,
          requestsTotal: count(),
          requestsFailed: count(),
          averageMs: Type.Number(),
          methods: Type.Record(Type.String(), MethodCounts),
        }),
      ),
      requestsTotal: count(),
      requestsFailed: count(),
    }),
  }),
}
