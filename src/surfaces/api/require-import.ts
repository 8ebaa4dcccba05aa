import { problem } from '../../contract/problems.ts'
import { findImportSource, type ImportSource } from '../../store/import/sources.ts'
import type { Db } from '../../store/open.ts'
import { uuidToBytes } from '../../store/uid.ts'

export async function requireImport(db: Db, id: string): Promise<ImportSource> {
  const source = await findImportSource(db, { uid: uuidToBytes(id) })
  if (!source) throw problem('not_found', 'There is no such import.')
  return source
}

/** Its libraries and users are known only after its file has been read. */
export function requireReadImport({ status }: ImportSource): void {
  if (status !== 'ready') throw problem('conflict', 'The import can’t be run: its file hasn’t been read.')
}
