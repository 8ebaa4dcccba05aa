import {
  CreatePlugin,
  InstallPlugin,
  Plugin,
  PluginFailure,
  PluginHealthStatus,
  PluginLogLine,
  PluginMethodCounts,
  PluginName,
  PluginStatus,
  PluginStorageUse,
  PluginVersionUpdate,
  UpdatePlugin,
} from './plugin-schemas.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const tag = 'Plugins'
const managed = { tag, permission: 'PluginsManage' } as const
const count = () => Type.Integer({ minimum: 0 })
const anything = () => Type.Record(Type.String(), Type.Unknown())
const ByName = Type.Object({ name: PluginName })

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
          { title: 'RecommendedPlugin' },
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
      'The package is unpacked without running any script, its checksum is verified and its version pinned. It stays disabled until someone reviews its permissions and enables it.',
    also: [404, 409, 422],
    body: InstallPlugin,
    response: PluginStatus,
    status: 201,
  }),
  read: get('/admin/plugins/:id', { ...managed, summary: 'Get a plugin', params: ById, response: Plugin }),
  change: patch('/admin/plugins/:id', {
    ...managed,
    summary: 'Update a plugin',
    description: 'Absent fields stay unchanged, null clears a field. A running plugin is restarted.',
    also: [422],
    params: ById,
    body: UpdatePlugin,
    response: Plugin,
  }),
  remove: del('/admin/plugins/:id', { ...managed, summary: 'Delete a plugin and its data', params: ById }),
  enable: post('/admin/plugins/:id/enable', {
    ...managed,
    summary: 'Enable a plugin and grant its permissions',
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
      version: Type.Optional(
        Type.String({ maxLength: 100, description: 'Of an npm package. The default is the newest.' }),
      ),
      path: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 4000,
          description: 'A folder or tarball on the server with another version of the same package.',
        }),
      ),
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
          methods: Type.Record(Type.String(), PluginMethodCounts),
          log: Type.Array(PluginLogLine),
        },
        { title: 'PluginHealth' },
      ),
    }),
  }),
  logs: get('/admin/plugins/:id/logs', {
    ...managed,
    summary: 'List the last log lines of a plugin',
    params: ById,
    response: Type.Object({ lines: Type.Array(PluginLogLine) }),
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
      failures: Type.Array(PluginFailure),
      total: count(),
      windowFailures: count(),
      windowSeconds: count(),
      threshold: count(),
    }),
  }),
  storage: get('/admin/plugin-storage', {
    ...managed,
    summary: 'List the storage used by plugins',
    response: Type.Object({ plugins: Type.Array(PluginStorageUse), totalFileCount: count(), totalBytes: count() }),
  }),
  storageOf: get('/admin/plugin-storage/:name', {
    ...managed,
    summary: 'Get the storage used by a plugin',
    params: ByName,
    response: PluginStorageUse,
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
          methods: Type.Record(Type.String(), PluginMethodCounts),
        }),
      ),
      requestsTotal: count(),
      requestsFailed: count(),
    }),
  }),
}
