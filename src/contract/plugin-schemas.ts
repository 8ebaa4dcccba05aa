import type { Static } from 'typebox'
import { pluginPermissions, pluginScopes } from './plugin-permissions.ts'
import { Nullable, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

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
export const PluginName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' })

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
  matchAfterScan: Type.Boolean({
    description: 'Match series after each scan that were added or changed since this was turned on.',
  }),
  matchCronSchedule: Nullable(Type.String({ maxLength: 200 })),
  syncCronSchedule: Nullable(Type.String({ maxLength: 200 })),
  internalConfig: Type.Object({
    searchResultsLimit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
  }),
}

export const Plugin = Type.Object(
  {
    id: Uuid,
    name: PluginName,
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

export const CreatePlugin = Type.Object(
  {
    ...optional,
    ...secret,
    name: PluginName,
    displayName: editable.displayName,
    command: editable.command,
    pluginType: Type.Optional(Type.Enum(['system', 'user'])),
    enabled: Type.Optional(Type.Boolean()),
    workingDirectory: Type.Optional(Nullable(Type.String({ maxLength: 4000 }))),
  },
  { title: 'CreatePlugin' },
)
export type CreatePlugin = Static<typeof CreatePlugin>
export const UpdatePlugin = Type.Object(
  { ...optional, ...secret },
  { additionalProperties: false, title: 'UpdatePlugin' },
)
export type UpdatePlugin = Static<typeof UpdatePlugin>

export const InstallPlugin = Type.Object(
  {
    package: Type.Optional(Type.String({ maxLength: 300, examples: ['@scope/name@1.2.3'] })),
    path: Type.Optional(Type.String({ maxLength: 4000, description: 'A folder or tarball on the server.' })),
    name: Type.Optional(PluginName),
    displayName: Type.Optional(editable.displayName),
    config: Type.Optional(anything()),
    credentials: secret.credentials,
    oauthClientSecret: secret.oauthClientSecret,
  },
  { additionalProperties: false, title: 'InstallPlugin' },
)
export type InstallPlugin = Static<typeof InstallPlugin>

export const PluginStatus = Type.Object(
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

export const PluginLogLine = Type.Object(
  { at: Timestamp, level: Type.String(), message: Type.String() },
  { title: 'PluginLogLine' },
)
export const PluginMethodCounts = Type.Object({ calls: count(), failures: count(), milliseconds: Type.Number() })

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

export const PluginFailure = Type.Object(
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
export const PluginStorageUse = Type.Object(
  { name: Type.String(), fileCount: count(), bytes: count() },
  { title: 'PluginStorageUse' },
)
