import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/settings.ts'

const importsFolder = ({ data_dir }: Pick<Config, 'data_dir'>): string => join(data_dir, 'imports')

/** What is kept of a source, in a folder that only this server reads: it holds hashes of passwords. */
export function sourceFilePaths(config: Pick<Config, 'data_dir'>, uid: string) {
  const folder = join(importsFolder(config), uid)
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

/** Of sources that nobody knows any more: they came after the backup that was put back. */
export async function removeStraySourceFiles(
  config: Pick<Config, 'data_dir'>,
  known: ReadonlySet<string>,
): Promise<void> {
  const names = await readdir(importsFolder(config)).catch(() => [])
  for (const name of names.filter((one) => !known.has(one))) await removeSourceFiles(config, name)
}
