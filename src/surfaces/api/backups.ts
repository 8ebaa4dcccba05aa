import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BackupFile,
  backupName,
  backupsFolder,
  findBackup,
  listBackups,
  makeBackupsFolder,
} from '../../catalog/backups/backup-files.ts'
import { createBackupTask } from '../../catalog/backups/create-backup-task.ts'
import { cancelRestore, readPendingRestore, requestRestore } from '../../catalog/backups/pending-restore.ts'
import { backups } from '../../contract/backups.ts'
import { doctor } from '../../contract/doctor.ts'
import { problem } from '../../contract/problems.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { saveUpload } from '../deliver/upload.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** Checks, backups and restoring them. The command line uses the same code. */
export function mountBackups(api: OpenSurface, { config, db, tasks }: AppContext): void {
  serve(api, doctor.examine, async ({ request }) => {
    const { runDoctorChecks } = await import('../../catalog/doctor/run-doctor-checks.ts')
    const checks = await runDoctorChecks(config, {
      backups: backupsFolder(config),
      db,
      untrustedProxy: request.server.edge.untrustedProxy,
    })
    return { ok: checks.every(({ status }) => status !== 'problem'), checks }
  })

  serve(api, backups.list, async () => {
    const pending = readPendingRestore(config)
    return {
      folder: backupsFolder(config),
      backups: (await listBackups(config)).map(present),
      pendingRestore: pending ? { name: pending.name, requestedAt: formatTimestamp(pending.requestedAt) } : null,
    }
  })

  serve(api, backups.create, async () => presentTask((await tasks.add(createBackupTask, {})).task))

  serve(api, backups.upload, async ({ request, viewer }) => {
    requireAccounts(viewer)
    const folder = await makeBackupsFolder(config)
    const unchecked = join(folder, `upload-${randomUUID()}.part`)
    try {
      await saveUpload(request, unchecked, config.limits.import_bytes)
      await refuseBroken(unchecked)
      const name = backupName(new Date(), 'uploaded')
      await rename(unchecked, join(folder, name))
      return present((await findBackup(config, name))!)
    } finally {
      await rm(unchecked, { force: true })
    }
  })

  serve(api, backups.download, async ({ params, reply, request, viewer }) => {
    requireAccounts(viewer)
    const { name, bytes } = await find(params.name)
    request.audited = { targetType: 'backup', targetName: name }
    reply.headers({
      'content-type': 'application/gzip',
      'content-length': bytes,
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${name}"`,
    })
    return createReadStream(join(backupsFolder(config), name))
  })

  serve(api, backups.remove, async ({ params, request }) => {
    const { name } = await find(params.name)
    request.audited = { targetType: 'backup', targetName: name }
    if (readPendingRestore(config)?.name === name) {
      throw problem('conflict', 'This backup will be restored at the next start. Cancel the restore first.')
    }
    await rm(join(backupsFolder(config), name), { force: true })
  })

  serve(api, backups.restore, async ({ params, request, viewer }) => {
    requireAccounts(viewer)
    const { name } = await find(params.name)
    request.audited = { targetType: 'backup', targetName: name }
    await refuseBroken(join(backupsFolder(config), name))
    const pending = { name, requestedAt: Date.now() }
    await requestRestore(config, pending)
    return { name, requestedAt: formatTimestamp(pending.requestedAt) }
  })

  serve(api, backups.cancelRestore, () => cancelRestore(config))

  async function find(name: string): Promise<BackupFile> {
    const found = await findBackup(config, name)
    if (!found) throw problem('not_found', 'There is no such backup.')
    return found
  }
}

/** A backup contains every account: downloading or uploading one requires permission to change accounts. */
function requireAccounts(viewer: Viewer): void {
  if (hasPermission(viewer, 'UsersWrite')) return
  throw problem(
    'permission_denied',
    'A backup contains all accounts, so this also requires the permission UsersWrite.',
    {
      permission: 'UsersWrite',
    },
  )
}

async function refuseBroken(file: string): Promise<void> {
  const { BackupFault, checkBackup } = await import('../../catalog/backups/restore-backup.ts')
  try {
    await checkBackup(file)
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    const isNewer = error.message.includes('newer version')
    const sentence = isNewer
      ? 'The backup was made by a newer version of Lectern. Update Lectern first.'
      : 'The file is not a Lectern backup, or a part of it is missing.'
    throw problem('unprocessable', sentence)
  }
}

const present = ({ name, bytes, createdAt }: BackupFile) => ({ name, bytes, createdAt: formatTimestamp(createdAt) })
