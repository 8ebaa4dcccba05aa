import type { Static } from 'typebox'
import Type from '../typebox.ts'
import { flag, text, v1 } from './shared-schemas.ts'

const open = { permission: 'public' } as const
const admin = { permission: 'SystemAdmin' } as const

const Setting = Type.Object({ value: text, allowUnauthorized: Type.Optional(flag) })
export const ClientSettings = Type.Record(text, Setting)
export type ClientSettings = Static<typeof ClientSettings>
const keyPattern = '^[a-z](?:[a-z0-9_.-]*[a-z0-9])?$'
const Key = Type.String({ pattern: keyPattern, maxLength: 190 })
const Value = Type.String({ maxLength: 60_000 })
const settingsOf = <S extends Parameters<typeof Type.Record>[1]>(schema: S) =>
  Type.Record(Key, schema, { additionalProperties: false, maxProperties: 500 })

/** Settings that apps store on the server, for everyone or for one user. */
export const clientSettings = {
  global: v1.get('/client-settings/global/list', {
    ...open,
    summary: 'List the client settings for everyone',
    response: ClientSettings,
  }),
  own: v1.get('/client-settings/user/list', {
    permission: 'authenticated',
    summary: 'List your client settings',
    response: ClientSettings,
  }),
  setGlobal: v1.patch('/client-settings/global', {
    ...admin,
    summary: 'Set client settings for everyone',
    body: settingsOf(Type.Object({ value: Value, allowUnauthorized: Type.Optional(flag) })),
  }),
  setOwn: v1.patch('/client-settings/user', {
    permission: 'authenticated',
    summary: 'Set your client settings',
    body: settingsOf(Type.Object({ value: Value })),
  }),
  removeGlobal: v1.del('/client-settings/global', {
    ...admin,
    summary: 'Delete client settings for everyone',
    body: Type.Array(Key),
  }),
  removeOwn: v1.del('/client-settings/user', {
    permission: 'authenticated',
    summary: 'Delete your client settings',
    body: Type.Array(Key),
  }),
} as const
