import type { TestServer } from '../../test/server.ts'
import { openConfiguredPictureStore, openConfiguredThumbnailStore } from '../images/configured-stores.ts'
import type { KoreaderPositionToLocator } from '../images/koreader-position-to-locator.ts'
import { addImportSource, changeImportSource } from '../store/import/sources.ts'
import { openMetadataEditHooks } from '../surfaces/api/metadata-edit-hooks.ts'
import { importFromSource } from './import-from-source.ts'
import { defaultImportOptions, type ImportOptions } from './import-options.ts'
import { readImportSource } from './read-import-source.ts'

export function importDepsOf(server: TestServer) {
  const { db, config, tasks, events, images: readers } = server.lectern.context
  const images = { pictures: openConfiguredPictureStore(config), thumbnails: openConfiguredThumbnailStore(config) }
  const koreaderPositionToLocator: KoreaderPositionToLocator = (file, pointer) =>
    readers.texts.locatorOf({ ...file, version: '' }, pointer)
  return {
    db,
    config,
    events,
    images,
    koreaderPositionToLocator,
    metadataEditHooks: openMetadataEditHooks({ db, config, tasks }),
  }
}

/** Reads the file; each run after that is one of `lectern import`. */
export async function openTestImport(server: TestServer, path: string, options: Partial<ImportOptions>) {
  const deps = importDepsOf(server)
  const { db } = deps
  const { id } = await db.transaction((tx) => addImportSource(tx, { name: path, createdBy: null }, Date.now()))
  const source = await readImportSource(deps, id, path)
  const chosen = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>), ...options }
  await db.transaction((tx) => changeImportSource(tx, source.id, { options: chosen }, Date.now()))
  return { run: ({ isDryRun = false } = {}) => importFromSource(deps, source.id, { isDryRun }) }
}
