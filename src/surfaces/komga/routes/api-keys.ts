import { generateApiKey } from '../../../catalog/access/api-key.ts'
import { effectivePermissions } from '../../../catalog/access/effective-permissions.ts'
import { permissionsForNewKey, requireAuthorityOverKey } from '../../../catalog/access/key-permissions.ts'
import { type ApiKeyDto, apiKeys } from '../../../contract/komga/api-keys.ts'
import { problem } from '../../../contract/problems.ts'
import { type ApiKeyView, findApiKey, listApiKeys } from '../../../store/api-key/read.ts'
import { deleteApiKey, insertApiKey } from '../../../store/api-key/write.ts'
import { bytesToUuid } from '../../../store/uid.ts'
import { requireBelowLimit } from '../../../store/user/per-user-limits.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { formatKomgaTime, komgaIdOf } from '../present/format-values.ts'
import { notFoundProblem, uidOrNotFound } from '../read-by-komga-id.ts'

/** The user's own keys. A key is shown once, when it is created. */
export function mountApiKeys({ surface, context: { db, config }, authenticator }: KomgaContext): void {
  serve(surface, apiKeys.list, async ({ viewer }) =>
    (await listApiKeys(db, viewer.userId)).map((key) => present(viewer, key, '******')),
  )

  serve(surface, apiKeys.create, async ({ body, viewer, request }) => {
    request.audited = { targetName: body.comment.trim() }
    const [name, now] = [body.comment.trim(), Date.now()]
    const own = await listApiKeys(db, viewer.userId)
    // Komga's error code, which its pages translate.
    if (own.some((key) => key.name === name)) throw problem('validation_failed', 'ERR_1034')
    const { text, prefix, secretHash, syncHash } = generateApiKey()
    const permissions = permissionsForNewKey(viewer.permissions, undefined)
    const { userId } = viewer
    const uid = await db.transaction(async (tx) => {
      const made = { userId, name, prefix, secretHash, syncHash, permissions, expiresAt: null, now }
      const added = await insertApiKey(tx, made)
      await requireBelowLimit(tx, { table: 'api_key', userId }, config.limits.keys)
      return added
    })
    return present(viewer, { uid: bytesToUuid(uid), name, createdAt: now }, text)
  })

  serve(surface, apiKeys.remove, async ({ params, viewer, request }) => {
    const uid = uidOrNotFound(params.id, 'key')
    const key = await findApiKey(db, viewer.userId, uid)
    if (!key) throw notFoundProblem('key')
    request.audited = { targetName: key.name }
    const owner = effectivePermissions(authenticator.viewers.accountOf(viewer))
    requireAuthorityOverKey(viewer.permissions, key.permissions, owner)
    const gone = await db.transaction((tx) => deleteApiKey(tx, viewer.userId, uid))
    if (!gone) throw notFoundProblem('key')
  })
}

function present(viewer: Viewer, key: Pick<ApiKeyView, 'uid' | 'name' | 'createdAt'>, shown: string): ApiKeyDto {
  return {
    id: komgaIdOf(key.uid),
    userId: komgaIdOf(viewer.uid),
    key: shown,
    comment: key.name,
    createdDate: formatKomgaTime(key.createdAt),
    lastModifiedDate: formatKomgaTime(key.createdAt),
  }
}
