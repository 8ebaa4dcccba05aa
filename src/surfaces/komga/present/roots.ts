import { readLibraryFacts } from '../../../store/list/libraries.ts'
import type { Db } from '../../../store/open.ts'
import { revisionNow } from '../../../store/revision.ts'

const kept = new WeakMap<Db, { revision: string; roots: ReadonlyMap<number, string> }>()

/** The folders of the libraries by their inner ids: asked again only when something has changed. */
export async function readRoots(db: Db): Promise<ReadonlyMap<number, string>> {
  const revision = await revisionNow(db, 'catalog')
  const known = kept.get(db)
  if (known?.revision === revision) return known.roots
  const roots = new Map([...(await readLibraryFacts(db))].map(([id, { path }]) => [id, path]))
  kept.set(db, { revision, roots })
  return roots
}
