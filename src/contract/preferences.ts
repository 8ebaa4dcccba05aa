import type { Static } from 'typebox'
import { del, get, put, Timestamp } from './route.ts'
import Type from './typebox.ts'

export const Preference = Type.Object(
  {
    key: Type.String(),
    value: Type.Unknown({ description: 'Any JSON value.' }),
    valueType: Type.Enum(['string', 'integer', 'float', 'boolean', 'json']),
    updatedAt: Timestamp,
  },
  { title: 'Preference' },
)
export type Preference = Static<typeof Preference>

export const PREFERENCE_KEY_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._:/-]*$'
/** Enough for a series' reader settings, but no file store. */
export const PREFERENCE_MAX_LENGTH = 65_536
const PreferenceKey = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: PREFERENCE_KEY_PATTERN,
  examples: ['reader.fit'],
})
const ByKey = Type.Object({ key: PreferenceKey })

export const preferences = {
  list: get('/user/preferences', {
    permission: 'authenticated',
    summary: 'List your preferences',
    response: Type.Object({ preferences: Type.Array(Preference) }),
  }),
  setMany: put('/user/preferences', {
    permission: 'authenticated',
    summary: 'Set several preferences',
    body: Type.Object({
      preferences: Type.Record(Type.String({ pattern: PREFERENCE_KEY_PATTERN, maxLength: 200 }), Type.Unknown(), {
        maxProperties: 500,
        additionalProperties: false,
      }),
    }),
    response: Type.Object({ preferences: Type.Array(Preference), updated: Type.Integer({ minimum: 0 }) }),
  }),
  read: get('/user/preferences/:key', {
    permission: 'authenticated',
    summary: 'Get a preference',
    params: ByKey,
    response: Preference,
  }),
  set: put('/user/preferences/:key', {
    permission: 'authenticated',
    summary: 'Set a preference',
    params: ByKey,
    body: Type.Object({ value: Type.Unknown({ description: 'Any JSON value.' }) }),
    response: Preference,
  }),
  remove: del('/user/preferences/:key', {
    permission: 'authenticated',
    summary: 'Delete a preference',
    params: ByKey,
  }),
}
