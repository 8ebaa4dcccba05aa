import { displayedKeyPrefix, generateApiKey } from '../../catalog/access/api-key.ts'
import { effectivePermissions } from '../../catalog/access/effective-permissions.ts'
import { permissionsForNewKey, requireAuthorityOverKey } from '../../catalog/access/key-permissions.ts'
import { type ApiKey, apiKeys } from '../../contract/api-keys.ts'
import { sortPermissions } from '../../contract/permissions.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { type ApiKeyView, findApiKey, listApiKeys } from '../../store/api-key/read.ts'
import { deleteApiKey, insertApiKey, updateApiKey } from '../../store/api-key/write.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import { requireBelowLimit } from '../../store/user/per-user-limits.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountApiKeys(api: OpenSurface, { db, config }: AppContext, authenticator: Authenticator): void {
  serve(api, apiKeys.list, async ({ viewer }) => (await listApiKeys(db, viewer.userId)).map(present))

  serve(api, apiKeys.create, async ({ body, viewer, request }) => {
    const permissions = permissionsForNewKey(viewer.permissions, body.permissions)
    const expiresAt = parseEnd(body.expires_at ?? null)
    const now = Date.now()
    const minted = generateApiKey()
    const { prefix, secretHash, syncHash } = minted
    const name = body.name.trim()
    request.audited = { targetName: name, details: { permissions, prefix: displayedKeyPrefix(prefix) } }
    const { userId } = viewer
    const uid = await db.transaction(async (tx) => {
      const made = { userId, name, prefix, secretHash, syncHash, permissions, expiresAt, now }
      const added = await insertApiKey(tx, made)
      await requireBelowLimit(tx, { table: 'api_key', userId }, config.limits.keys)
      return added
    })
    return {
      id: bytesToUuid(uid),
      name,
      key: minted.text,
      key_prefix: displayedKeyPrefix(prefix),
      permissions,
      expires_at: formatTimestampOrNull(expiresAt),
      created_at: formatTimestamp(now),
    }
  })

  serve(api, apiKeys.read, async ({ params, viewer }) => present(await readOwnKey(viewer, params.id)))

  serve(api, apiKeys.change, async ({ params, body, viewer, request }) => {
    const key = await readKeyWithinReach(viewer, params.id)
    request.audited = { targetName: key.name, details: { ...body } }
    const change = {
      name: body.name?.trim(),
      permissions: body.permissions && permissionsForNewKey(viewer.permissions, body.permissions),
      expiresAt: body.expires_at === undefined ? undefined : parseEnd(body.expires_at),
    }
    await db.transaction((tx) => updateApiKey(tx, key.id, change, Date.now()))
    return present(await readOwnKey(viewer, params.id))
  })

  serve(api, apiKeys.revoke, async ({ params, viewer, request }) => {
    request.audited = { targetName: (await readKeyWithinReach(viewer, params.id)).name }
    const gone = await db.transaction((tx) => deleteApiKey(tx, viewer.userId, uuidToBytes(params.id)))
    if (!gone) throw noSuchKey()
  })

  async function readOwnKey(viewer: Viewer, id: string): Promise<ApiKeyView> {
    const key = await findApiKey(db, viewer.userId, uuidToBytes(id))
    if (!key) throw noSuchKey()
    return key
  }

  async function readKeyWithinReach(viewer: Viewer, id: string): Promise<ApiKeyView> {
    const key = await readOwnKey(viewer, id)
    const owner = effectivePermissions(authenticator.viewers.accountOf(viewer))
    requireAuthorityOverKey(viewer.permissions, key.permissions, owner)
    return key
  }

  function present(key: ApiKeyView): ApiKey {
    return {
      id: key.uid,
      name: key.name,
      key_prefix: displayedKeyPrefix(key.prefix),
      permissions: sortPermissions(key.permissions),
      last_used_at: formatTimestampOrNull(authenticator.keyUses.lastUsed(key.id, key.lastUsedAt)),
      expires_at: formatTimestampOrNull(key.expiresAt),
      created_at: formatTimestamp(key.createdAt),
    }
  }
}

function parseEnd(text: string | null): number | null {
  if (text === null) return null
  const end = Date.parse(text)
  if (!(end > Date.now()))
    throw validationProblem([{ path: 'expires_at', message: 'The expiry must be in the future.' }])
  return end
}

const noSuchKey = () => problem('not_found', 'You have no such key.')
