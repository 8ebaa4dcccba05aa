import type { Static } from 'typebox'
import { Permission } from './permissions.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

/** Every key starts with it: `lectern_<8 characters>_<secret>`. */
export const apiKeyPrefix = 'lectern'

const shown = {
  id: Uuid,
  name: Type.String(),
  key_prefix: Type.String({ examples: ['lectern_Xa81kQz0'], description: 'The first characters of the key.' }),
  permissions: Type.Array(Permission),
  expires_at: Nullable(Timestamp),
  created_at: Timestamp,
}

export const ApiKey = Type.Object({ ...shown, last_used_at: Nullable(Timestamp) }, { title: 'ApiKey' })
export type ApiKey = Static<typeof ApiKey>

export const CreatedApiKey = Type.Object(
  { ...shown, key: Type.String({ description: 'The whole key. It is shown only once and cannot be recovered.' }) },
  { title: 'CreatedApiKey' },
)
export type CreatedApiKey = Static<typeof CreatedApiKey>

const Future = Type.String({ format: 'date-time', examples: ['2099-12-31T23:59:59.000Z'] })
const KeyName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['My e-reader'] })
const Granted = Type.Array(Permission, { maxItems: 100 })

export const apiKeys = {
  list: get('/api-keys', {
    permission: 'ApiKeysRead',
    summary: 'List your API keys',
    response: Type.Array(ApiKey),
  }),
  create: post('/api-keys', {
    audit: 'key_created',
    permission: 'ApiKeysWrite',
    summary: 'Create an API key',
    body: Type.Object({
      name: KeyName,
      permissions: Type.Optional(
        Nullable(
          Type.Array(Permission, { maxItems: 100, description: 'If absent, the key gets all your permissions.' }),
        ),
      ),
      expires_at: Type.Optional(Nullable(Future)),
    }),
    response: CreatedApiKey,
    status: 201,
  }),
  read: get('/api-keys/:id', {
    permission: 'ApiKeysRead',
    summary: 'Get an API key',
    params: ById,
    response: ApiKey,
  }),
  change: patch('/api-keys/:id', {
    audit: 'key_changed',
    permission: 'ApiKeysWrite',
    summary: 'Update an API key',
    params: ById,
    body: Type.Object({
      name: Type.Optional(KeyName),
      permissions: Type.Optional(Granted),
      expires_at: Type.Optional(Nullable(Future)),
    }),
    response: ApiKey,
  }),
  revoke: del('/api-keys/:id', {
    audit: 'key_revoked',
    permission: 'ApiKeysWrite',
    summary: 'Revoke an API key',
    params: ById,
  }),
}
