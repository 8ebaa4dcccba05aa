import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { uidMapKey } from '../uid.ts'

/**
 * Reads the current sessions, to restore them after all rows are replaced by older ones: no one is signed out by that,
 * and users who signed out since aren't signed in again.
 */
export async function readSignInsToKeep(tx: Tx): Promise<(tx: Tx) => Promise<void>> {
  const readUsers = (from: Tx) => from.selectFrom('user').select(['id', 'uid']).execute()
  const users = new Map((await readUsers(tx)).map(({ id, uid }) => [id, uidMapKey(uid)]))
  const sessions = await tx.selectFrom('session').selectAll().execute()
  const tokens = await tx.selectFrom('refresh_token').selectAll().execute()
  return async (after) => {
    await after.deleteFrom('refresh_token').execute()
    await after.deleteFrom('session').execute()
    // An account created since then is gone, and its id may belong to another user.
    const same = new Set(
      (await readUsers(after)).filter(({ id, uid }) => users.get(id) === uidMapKey(uid)).map(({ id }) => id),
    )
    const stillValid = sessions.filter((session) => same.has(session.user_id))
    const ids = new Set(stillValid.map(({ id }) => id))
    for (const rows of inChunks(stillValid)) await after.insertInto('session').values(rows).execute()
    const own = tokens.filter((token) => ids.has(token.session_id))
    for (const rows of inChunks(own)) await after.insertInto('refresh_token').values(rows).execute()
  }
}
