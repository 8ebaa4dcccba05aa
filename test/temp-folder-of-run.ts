import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/**
 * Everything that tests leave in the system's temporary folder goes into one of this run, which is deleted with it.
 * `npm test` has made one already.
 */
export default function useTempFolderOfRun(): void {
  if (basename(tmpdir()).startsWith('lectern-run-')) return
  const folder = mkdtempSync(join(tmpdir(), 'lectern-run-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  // Not earlier: databases of another project may still be stopping in it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
