import { chmodSync, existsSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

type Chmod = (path: string, mode: number) => void

/** The server's own files in its data folder. Other files there aren't ours, and are left alone. */
const ours =
  /^(lectern\.db.*|jwt-secret.*|plugin-secret.*|tasks\.lock.*|logs|cache|thumbnails|covers|imports|plugins|backups|restore-at-start\.json.*|.*\.backup\.gz(\.part)?)$/
const foreignButHarmless: ReadonlySet<string> = new Set([
  'lost+found',
  '.gitkeep',
  '.gitignore',
  '.DS_Store',
  'lectern.yaml',
])

/**
 * Removes other users' access to the data folder: it contains hashes of secrets, and what people read. Files of older
 * versions, copies and restored backups may be open to everyone.
 *
 * Nobody else can get below a folder that was already closed, so a million covers needn't be checked on each start.
 */
export function restrictDataFolderPermissions(
  dataDir: string,
  warn: (line: string) => void,
  chmod: Chmod = chmodSync,
): void {
  if (process.platform === 'win32') return
  const failed: string[] = []
  // With PostgreSQL and a bucket there may be no folder.
  if (!existsSync(dataDir)) return
  const entries = readdirSync(dataDir, { withFileTypes: true })
  const isOnlyOurs = entries.every(({ name }) => ours.test(name) || foreignButHarmless.has(name))
  for (const entry of entries) if (ours.test(entry.name)) tighten(join(dataDir, entry.name), failed, chmod)
  // A folder shared with others stays as open as they need it.
  if (isOnlyOurs) close(dataDir, lstatSync(dataDir), failed, chmod)
  const [first, ...more] = failed
  if (first === undefined) return
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  warn(
    `Other users of this machine can read ${first}${others}, and Lectern could not change that. Set files to mode 0600 and folders to 0700.`,
  )
}

function tighten(path: string, failed: string[], chmod: Chmod): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return
  if (!close(path, found, failed, chmod) || !found.isDirectory()) return
  for (const name of readdirSync(path)) tighten(join(path, name), failed, chmod)
}

/** Returns whether it was open. The owner's rights stay: a plugin has to be executable. */
function close(path: string, { mode }: Stats, failed: string[], chmod: Chmod): boolean {
  if ((mode & OTHERS) === 0) return false
  try {
    chmod(path, mode & 0o700)
  } catch {
    // Checked below: some disks report success and change nothing.
  }
  if (((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0) failed.push(path)
  return true
}

const OTHERS = 0o077
