import type { Static } from 'typebox'
import { get, Nullable, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const AppEndpoint = Type.Object({
  enabled: Type.Boolean(),
  path: Type.String({ description: 'Path below the address of the server.', examples: ['/koreader'] }),
})

export const AppEndpoints = Type.Object(
  {
    publicUrl: Nullable(Type.String({ description: 'The public address of the server, if set.' })),
    opds: Type.Object({
      v1: Type.String({ examples: ['/opds/v1.2/catalog'] }),
      v2: Type.String({ examples: ['/opds/v2'] }),
      keyInPath: Type.Boolean({ description: 'The API key can be part of the address: `/opds/k/{key}/v1.2/catalog`.' }),
    }),
    readerSync: AppEndpoint,
    compatApi: AppEndpoint,
  },
  { title: 'AppEndpoints' },
)
export type AppEndpoints = Static<typeof AppEndpoints>

const bytes = () => Type.Integer({ minimum: 0 })

export const ServerDetails = Type.Object(
  {
    version: Type.String(),
    apiVersion: Type.String(),
    startedAt: Timestamp,
    runtime: Type.String({ examples: ['Node 26.10.0'] }),
    platform: Type.String({ examples: ['linux x64'] }),
    processors: Type.Integer({ minimum: 1 }),
    workers: Type.Integer({ minimum: 0, description: 'How many tasks run at the same time.' }),
    dataDir: Type.String(),
    untrustedProxy: Nullable(
      Type.String({
        description:
          'Address of a proxy whose `X-Forwarded-For` is ignored, because `server.trusted_proxies` does not include it.',
      }),
    ),
    database: Type.Object({ kind: Type.Enum(['sqlite', 'postgres']), bytes: bytes() }),
    memory: Type.Object({
      used: Type.Integer({ minimum: 0, description: 'Memory used by this process, in bytes.' }),
      heap: bytes(),
      machineTotal: bytes(),
      machineFree: bytes(),
    }),
  },
  { title: 'ServerDetails' },
)
export type ServerDetails = Static<typeof ServerDetails>

const LogLine = Type.Object(
  {
    time: Timestamp,
    level: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The other fields of the entry, without secrets.',
    }),
    about: Type.Array(Type.Object({ kind: Type.Enum(['library', 'series', 'book']), id: Uuid, title: Type.String() }), {
      description: 'The libraries, series and books the entry is about that you can see.',
    }),
  },
  { title: 'LogLine' },
)
const LogLines = Type.Object(
  {
    lines: Type.Array(LogLine, { description: 'Oldest first.' }),
    cursor: Type.String({ description: 'Pass it as `after` to get newer entries.' }),
  },
  { title: 'LogLines' },
)

export const server = {
  log: get('/admin/log', {
    permission: 'SystemAdmin',
    summary: 'List log entries',
    tag: 'System',
    query: Type.Object({
      level: Type.Optional(Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], { default: 'info' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000, default: 500 })),
      after: Type.Optional(Type.String({ pattern: '^[0-9]*\\.[0-9]+$', maxLength: 60 })),
    }),
    response: LogLines,
  }),
  appEndpoints: get('/app-endpoints', {
    permission: 'authenticated',
    summary: 'Get the addresses for other apps and whether they are enabled',
    tag: 'System',
    response: AppEndpoints,
  }),
  facts: get('/admin/server', {
    permission: 'SystemAdmin',
    summary: 'Get information about the server',
    tag: 'System',
    response: ServerDetails,
  }),
}
