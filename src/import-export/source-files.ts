import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/settings.ts'

const importsFolder = ({ data_dir }: Pick<Config, 'data_dir'>): string => join(data_dir, 'imports')

/**
 * Locks, so that commands and servers on one data folder don't disturb each other: two runs would put rows of each other
 * into their backups, and two copies of one server that are read at once would each be deleted in favour of the other.
 */
export const importLocks = ({ data_dir }: Pick<Config, 'data_dir'>) => ({
  run: join(data_dir, 'import-run.lock'),
  join: join(data_dir, 'import-join.lock'),
})

/** Stored files of a source, in a folder that only this server can read: they contain password hashes. */
export function sourceFilePaths(config: Pick<Config, 'data_dir'>, uid: string) {
  const folder = join(importsFolder(config), uid)
  return {
    folder,
    /** Its records. */
    archive: join(folder, 'records.jsonl.gz'),
    /** Backup of this server from before the last run. */
    backup: join(folder, 'before.backup.gz'),
    report: join(folder, 'report.json'),
    upload: join(folder, 'upload'),
    work: join(folder, 'work'),
  }
}

export async function removeSourceFiles(config: Pick<Config, 'data_dir'>, uid: string): Promise<void> {
  await rm(sourceFilePaths(config, uid).folder, { recursive: true, force: true })
}

/** Removes files of sources that no longer exist: those added after the backup that was restored. */
export async function removeStraySourceFiles(
  config: Pick<Config, 'data_dir'>,
  known: ReadonlySet<string>,
): Promise<void> {
  const names = await readdir(importsFolder(config)).catch(() => [])
  for (const name of names.filter((one) => !known.has(one))) await removeSourceFiles(config, name)
}
