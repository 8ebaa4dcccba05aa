import Type, { type Static } from 'typebox'
import { get, Nullable, Timestamp } from './route.ts'

const Door = Type.Object({
  enabled: Type.Boolean(),
  path: Type.String({ description: 'Below the address of the server.', examples: ['/koreader'] }),
})

export const Doors = Type.Object(
  {
    publicUrl: Nullable(Type.String({ description: 'How people reach the server from outside, where that is set.' })),
    opds: Type.Object({
      v1: Type.String({ examples: ['/opds/v1.2/catalog'] }),
      v2: Type.String({ examples: ['/opds/v2'] }),
      keyInPath: Type.Boolean({ description: 'A key may stand in the address: `/opds/k/{key}/v1.2/catalog`.' }),
    }),
    readerSync: Door,
    compatApi: Door,
  },
  { title: 'Doors' },
)
export type Doors = Static<typeof Doors>

const bytes = () => Type.Integer({ minimum: 0 })

export const ServerFacts = Type.Object(
  {
    version: Type.String(),
    apiVersion: Type.String(),
    startedAt: Timestamp,
    runtime: Type.String({ examples: ['Node 26.10.0'] }),
    platform: Type.String({ examples: ['linux x64'] }),
    processors: Type.Integer({ minimum: 1 }),
    workers: Type.Integer({ minimum: 0, description: 'Tasks that run at the same time.' }),
    dataDir: Type.String(),
    database: Type.Object({ kind: Type.Enum(['sqlite', 'postgres']), bytes: bytes() }),
    memory: Type.Object({
      used: Type.Integer({ minimum: 0, description: 'Bytes this process holds.' }),
      heap: bytes(),
      machineTotal: bytes(),
      machineFree: bytes(),
    }),
  },
  { title: 'ServerFacts' },
)
export type ServerFacts = Static<typeof ServerFacts>

export const server = {
  doors: get('/doors', {
    permission: 'authenticated',
    summary: 'Where other apps come in, and which of these ways are open.',
    tag: 'System',
    response: Doors,
  }),
  facts: get('/admin/server', {
    permission: 'SystemAdmin',
    summary: 'What runs here, on what, and how large it is.',
    tag: 'System',
    response: ServerFacts,
  }),
}
