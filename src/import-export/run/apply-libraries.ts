import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { LibraryRecord } from '../records.ts'
import { type ImportRunState, isNewInDryRun } from './import-run-state.ts'

/** Finds which of our libraries contain their folders: access to theirs becomes access to ours. */
export async function applyLibraries(state: ImportRunState, records: readonly LibraryRecord[]): Promise<void> {
  for (const record of records) {
    const here = state.locate(`${record.path.replace(/\/+$/, '')}/x`)
    if (!here) {
      state.report.leave('library', `${record.name} (${record.path})`, 'folder_not_mapped')
      continue
    }
    state.libraryIds.set(record.id, (state.libraryIds.get(record.id) ?? new Set()).add(here.libraryId))
    const [known] = (await findStoredForeignIds(state.deps.db, state.sourceId, 'library', [record.id])).values()
    const isNew = !known && (!state.isDryRun || isNewInDryRun(state, `library ${record.id}`))
    state.report.count('library', isNew ? 'imported' : 'unchanged')
    const library = state.libraries.find((one) => one.id === here.libraryId)
    if (state.isDryRun || !library) continue
    const ids = [{ foreignId: record.id, uid: uuidToBytes(library.uid), state: null }]
    await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'library', ids))
  }
}
