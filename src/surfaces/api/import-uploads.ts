import { mkdir } from 'node:fs/promises'
import { imports } from '../../contract/imports.ts'
import { importStepTask } from '../../import-export/import-source-tasks.ts'
import { removeSourceFiles, sourceFilePaths } from '../../import-export/source-files.ts'
import {
  addImportSource,
  changeImportSource,
  deleteImportSource,
  findImportSource,
  listImportSources,
} from '../../store/import/sources.ts'
import type { AppContext } from '../app-context.ts'
import { saveUpload } from '../deliver/upload.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { presentImport } from './present-import.ts'

/** No upload takes this long. */
const ABANDONED_MS = 24 * 3600 * 1000

/** An upload is a source without a name until it has arrived. */
export function mountImportUploads(api: OpenSurface, { db, config, tasks }: AppContext): void {
  serve(api, imports.upload, async ({ viewer, request }) => {
    await removeAbandonedUploads()
    const { id, uid } = await db.transaction((tx) =>
      addImportSource(tx, { name: '', createdBy: viewer.userId }, Date.now()),
    )
    const files = sourceFilePaths(config, uid)
    try {
      await mkdir(files.folder, { recursive: true, mode: 0o700 })
      const { fileName, fields } = await saveUpload(request, files.upload, config.limits.import_bytes)
      const name = fileName.slice(0, 500) || 'upload'
      await db.transaction((tx) => changeImportSource(tx, id, { name }, Date.now()))
      request.audited = { targetType: 'import', targetName: name }
      const params = { id: uid, step: 'read', path: files.upload, kind: fields.kind } as const
      const { task } = await tasks.add(importStepTask, { params })
      return presentImport((await findImportSource(db, { id }))!, task, false)
    } catch (error) {
      await db.transaction((tx) => deleteImportSource(tx, id))
      await removeSourceFiles(config, uid)
      throw error
    }
  })

  /**
   * Left by servers that were killed while receiving them. Other servers on the same database may be receiving some
   * now.
   */
  async function removeAbandonedUploads(): Promise<void> {
    const before = Date.now() - ABANDONED_MS
    for (const { id, uid, name, createdAt } of await listImportSources(db)) {
      if (name !== '' || createdAt > before) continue
      await db.transaction((tx) => deleteImportSource(tx, id))
      await removeSourceFiles(config, uid)
    }
  }
}
