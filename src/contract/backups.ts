import type { Static } from 'typebox'
import { Binary, del, get, Multipart, Nullable, post, Timestamp } from './route.ts'
import { Task } from './tasks.ts'
import Type from './typebox.ts'

export const Backup = Type.Object(
  {
    name: Type.String({ examples: ['lectern-2026-11-16T033000.backup.gz'] }),
    bytes: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
  },
  { title: 'Backup' },
)
export type Backup = Static<typeof Backup>

const PendingRestore = Type.Object({ name: Type.String(), requestedAt: Timestamp }, { title: 'PendingRestore' })

export const Backups = Type.Object(
  {
    folder: Type.String({ description: 'The folder that contains them.' }),
    backups: Type.Array(Backup, { description: 'Newest first.' }),
    pendingRestore: Nullable(PendingRestore),
  },
  { title: 'Backups' },
)
export type Backups = Static<typeof Backups>

// Must end like every backup: `upload` is a route of its own.
const ByName = Type.Object({ name: Type.String({ maxLength: 220, pattern: '\\.gz$' }) })
const admin = { permission: 'SystemAdmin', tag: 'Backups' } as const

/** Maintenance of an installation: checks, backups and restoring them. */
export const backups = {
  list: get('/admin/backups', { ...admin, summary: 'List backups, newest first', response: Backups }),
  create: post('/admin/backups', {
    ...admin,
    summary: 'Create a backup',
    description:
      'A background task writes it to the backup folder. Of the backups the server made, only the newest `backups.keep` are kept.',
    response: Task,
    status: 202,
  }),
  upload: post('/admin/backups/upload', {
    ...admin,
    summary: 'Upload a backup',
    description: 'The whole file is checked first. An incomplete or invalid backup is refused.',
    body: Multipart({ file: Binary('application/gzip') }),
    upload: true,
    response: Backup,
    status: 201,
    also: [422],
  }),
  download: get('/admin/backups/:name/file', {
    ...admin,
    summary: 'Download a backup',
    description: 'It contains password hashes: keep it private.',
    params: ByName,
    response: Binary('application/gzip'),
    audit: 'backup_downloaded',
  }),
  remove: del('/admin/backups/:name', {
    ...admin,
    summary: 'Delete a backup',
    params: ByName,
    audit: 'backup_deleted',
  }),
  restore: post('/admin/backups/:name/restore', {
    ...admin,
    summary: 'Restore a backup at the next start',
    description:
      'Nothing changes until the next start. Then the whole database is replaced; its previous contents are saved to a backup file.',
    params: ByName,
    response: PendingRestore,
    status: 202,
    also: [422],
    audit: 'restore_requested',
  }),
  cancelRestore: del('/admin/restore', { ...admin, summary: 'Cancel a pending restore' }),
}
