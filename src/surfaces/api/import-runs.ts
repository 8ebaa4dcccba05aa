import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { imports } from '../../contract/imports.ts'
import { problem } from '../../contract/problems.ts'
import { importStepTask } from '../../import-export/import-source-tasks.ts'
import { sourceFilePaths } from '../../import-export/source-files.ts'
import { undoLastImport } from '../../import-export/undo-import.ts'
import { ForeignFileError } from '../../store/foreign/copy-foreign-database.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { requireImport, requireReadImport } from './require-import.ts'

/** Running an import or trying it, its report, and undoing it. */
export function mountImportRuns(api: OpenSurface, { db, config, tasks }: AppContext): void {
  serve(api, imports.run, async ({ params, body, request }) => {
    const source = await requireImport(db, params.id)
    request.audited = { targetType: 'import', targetUid: source.uid, targetName: source.name, details: { ...body } }
    requireReadImport(source)
    const step = body.dryRun ? 'dry_run' : 'run'
    const { task, isNew } = await tasks.add(importStepTask, { params: { id: source.uid, step } })
    if (!isNew) throw problem('conflict', 'This import is already running.', { taskId: bytesToUuid(task.uid) })
    return presentTask(task)
  })

  serve(api, imports.report, async ({ params, reply }) => {
    const source = await requireImport(db, params.id)
    const { report } = sourceFilePaths(config, source.uid)
    const isWhole = Boolean(await stat(report).catch(() => undefined))
    if (!isWhole && !source.report) throw problem('not_found', 'This import hasn’t been run yet.')
    reply.headers({
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="import-report.json"',
    })
    // The run before one that was undone: the file of its report was replaced, its beginning is in the backup.
    return isWhole ? createReadStream(report) : Buffer.from(JSON.stringify(source.report))
  })

  serve(api, imports.undo, async ({ request }) => {
    try {
      const undone = await undoLastImport(db, config)
      request.audited = { targetType: 'import', targetName: undone.name }
      return undone
    } catch (error) {
      if (error instanceof ForeignFileError) throw problem('conflict', error.message)
      throw error
    }
  })
}
