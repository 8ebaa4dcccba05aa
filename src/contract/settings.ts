import type { Static } from 'typebox'
import { get, Nullable, post, put, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const Value = (description: string) => Type.Unknown({ description })

export const Setting = Type.Object(
  {
    key: Type.String({ examples: ['compat_api.prefix'] }),
    value: Value('The current value, as typed JSON.'),
    valueType: Type.Enum(['string', 'integer', 'float', 'boolean', 'json']),
    defaultValue: Value('The value unless changed at runtime: from the configuration, or the built-in default.'),
    isSet: Type.Boolean({ description: 'Whether it was changed at runtime; a reset undoes that.' }),
    category: Type.String(),
    description: Type.String(),
    minValue: Nullable(Type.Number()),
    maxValue: Nullable(Type.Number()),
    schema: Value('JSON Schema of the value, for forms.'),
    version: Type.Integer({ minimum: 0, description: 'How many times it was changed.' }),
    updatedAt: Nullable(Timestamp),
    updatedBy: Nullable(Uuid),
  },
  { title: 'Setting' },
)
export type Setting = Static<typeof Setting>

export const SettingHistoryEntry = Type.Object(
  {
    key: Type.String(),
    oldValue: Value('Null if it was not set.'),
    newValue: Value('Null if it was reset.'),
    changedAt: Timestamp,
    changedBy: Nullable(Uuid),
    changedByName: Nullable(Type.String()),
  },
  { title: 'SettingChange' },
)
export type SettingHistoryEntry = Static<typeof SettingHistoryEntry>

const ByKey = Type.Object({ key: Type.String({ minLength: 1, maxLength: 200, examples: ['compat_api.prefix'] }) })

export const settings = {
  list: get('/admin/settings', {
    permission: 'SystemAdmin',
    summary: 'List the runtime settings',
    response: Type.Array(Setting),
  }),
  read: get('/admin/settings/:key', {
    permission: 'SystemAdmin',
    summary: 'Get a runtime setting',
    params: ByKey,
    response: Setting,
  }),
  set: put('/admin/settings/:key', {
    audit: 'setting_changed',
    permission: 'SystemAdmin',
    summary: 'Change a runtime setting, effective immediately on every server',
    params: ByKey,
    body: Type.Object({ value: Type.Unknown({ description: 'Typed JSON: true, 400, "komga".', examples: ['komga'] }) }),
    response: Setting,
  }),
  history: get('/admin/settings/:key/history', {
    permission: 'SystemAdmin',
    summary: 'List the changes to a setting, newest first',
    params: ByKey,
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }) }),
    response: Type.Array(SettingHistoryEntry),
  }),
  reset: post('/admin/settings/:key/reset', {
    audit: 'setting_changed',
    permission: 'SystemAdmin',
    summary: 'Reset a runtime setting to the configured value',
    params: ByKey,
    response: Setting,
  }),
}
