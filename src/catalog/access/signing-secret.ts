import { randomBytes } from 'node:crypto'
import { readOrMakeSessionSecret } from '../../config/secret-file.ts'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../store/open.ts'
import { readOrStoreSharedSecret } from '../../store/session/shared-secret.ts'

/**
 * The secret that signs the tokens: configured, or generated on the first start. With SQLite it is in the data folder;
 * servers on one PostgreSQL share one in the database, so that each accepts the others' sessions.
 */
export async function readSigningSecret(db: Db, config: Config): Promise<string> {
  if (config.auth.jwt_secret !== null) return config.auth.jwt_secret
  if (db.kind === 'sqlite') return readOrMakeSessionSecret(config.data_dir)
  const proposed = randomBytes(48).toString('base64url')
  return db.transaction((tx) => readOrStoreSharedSecret(tx, 'jwt_secret', proposed))
}
