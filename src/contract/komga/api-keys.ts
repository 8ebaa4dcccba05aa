import type { Static } from 'typebox'
import Type from '../typebox.ts'
import { ByKomgaId, KomgaId, text, UtcSeconds, v2 } from './shared-schemas.ts'

export const ApiKeyDto = Type.Object({
  id: KomgaId,
  userId: KomgaId,
  key: text,
  comment: text,
  createdDate: UtcSeconds,
  lastModifiedDate: UtcSeconds,
})
export type ApiKeyDto = Static<typeof ApiKeyDto>

export const apiKeys = {
  list: v2.get('/users/me/api-keys', {
    permission: 'ApiKeysRead',
    summary: 'List your API keys',
    response: Type.Array(ApiKeyDto),
  }),
  create: v2.post('/users/me/api-keys', {
    audit: 'key_created',
    permission: 'ApiKeysWrite',
    summary: 'Create an API key',
    body: Type.Object({ comment: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
    response: ApiKeyDto,
    status: 200,
  }),
  remove: v2.del('/users/me/api-keys/:id', {
    audit: 'key_revoked',
    permission: 'ApiKeysWrite',
    summary: 'Revoke an API key',
    params: ByKomgaId,
  }),
} as const
