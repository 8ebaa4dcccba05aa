import type { Db } from '../../store/open.ts'
import type { UserPlugin } from '../../store/user-plugin/read.ts'
import { recordExternalAccount } from '../../store/user-plugin/write.ts'
import type { PluginManifest } from '../protocol/manifest.ts'
import { objectOrUndefined, textOrUndefined, webAddressOrUndefined } from '../protocol/untrusted-values.ts'

export const requiresAuth = (manifest: PluginManifest | undefined): boolean =>
  manifest?.oauth !== undefined || (manifest?.requiredCredentials.length ?? 0) > 0

export const isConnected = (manifest: PluginManifest | undefined, mine: UserPlugin | undefined): boolean =>
  mine?.isEnabled === true && (!requiresAuth(manifest) || mine.secrets !== null)

/** The user's account at the external service. */
export interface ExternalAccount {
  externalId: string | undefined
  username: string | undefined
  avatarUrl: string | undefined
}

export function parseExternalAccount(value: unknown): ExternalAccount {
  const given = objectOrUndefined(value)
  return {
    externalId: textOrUndefined(given?.externalId, 500),
    username: textOrUndefined(given?.username, 200),
    avatarUrl: webAddressOrUndefined(given?.avatarUrl),
  }
}

/** True if it's another account than before: then nothing is known about its entries. */
export async function writeExternalAccount(
  { db }: { db: Db },
  connection: Pick<UserPlugin, 'id' | 'secrets'>,
  account: ExternalAccount,
): Promise<boolean> {
  const { externalId, username, avatarUrl } = account
  const found = { externalId: externalId ?? null, username: username ?? null, avatarUrl: avatarUrl ?? null }
  return db.transaction((tx) => recordExternalAccount(tx, connection, found))
}
