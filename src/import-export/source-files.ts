import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/settings.ts'

/** What is kept of a source, in a folder that only this server reads: it holds hashes of passwords. */
export function sourceFilePaths(config: Pick<Config, 'data_dir'>, uid: string) {
  const folder = join(config.data_dir, 'imports', uid)
  return {
    folder,
    /** Its records. */
    archive: join(folder, 'records.jsonl.gz'),
    /** Everything here, as it was before the last run. */
    backup: join(folder, 'before.backup.gz'),
    report: join(folder, 'report.json'),
    upload: join(folder, 'upload'),
    work: join(folder, 'work'),
  }
}

export async function removeSourceFiles(config: Pick<Config, 'data_dir'>, uid: string): Promise<void> {
  await rm(sourceFilePaths(config, uid).folder, { recursive: true, force: true })
}
