import { randomBytes } from 'node:crypto'
import { readOrMakeSessionSecret } from '../../config/secret-file.ts'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../store/open.ts'
import { readOrStoreSharedSecret } from '../../store/session/shared-secret.ts'

/**
 * What signs the tokens: configured, or made at random on the first start. With SQLite it lies in the data folder; the
 * servers over one PostgreSQL agree on one in the database, so that each knows the others' sessions.
 */
export async function readSigningSecret(db: Db, config: Config): Promise<string> {
  if (config.auth.jwt_secret !== null) return config.auth.jwt_secret
  if (db.kind === 'sqlite') return readOrMakeSessionSecret(config.data_dir)
  const proposed = randomBytes(48).toString('base64url')
  return db.transaction((tx) => readOrStoreSharedSecret(tx, 'jwt_secret', proposed))
}
