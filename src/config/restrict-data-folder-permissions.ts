import { chmodSync, existsSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

type Chmod = (path: string, mode: number) => void

/** What the server keeps in its data folder. Anything else there is somebody else's, and left alone. */
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
 * Takes away what others on the machine may do with the data folder: hashes of secrets lie in it, and what people read.
 * Files of older versions, copies and restored backups may be open to everybody.
 *
 * Below a folder that was closed already nobody else gets anywhere, so a million covers are not looked at on each start.
 */
export function restrictDataFolderPermissions(
  dataDir: string,
  warn: (line: string) => void,
  chmod: Chmod = chmodSync,
): void {
  if (process.platform === 'win32') return
  const failed: string[] = []
  // With PostgreSQL and a bucket nothing need be there.
  if (!existsSync(dataDir)) return
  const entries = readdirSync(dataDir, { withFileTypes: true })
  const isOnlyOurs = entries.every(({ name }) => ours.test(name) || foreignButHarmless.has(name))
  for (const entry of entries) if (ours.test(entry.name)) tighten(join(dataDir, entry.name), failed, chmod)
  // A folder that is shared with others stays as open as they need it.
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

/** Whether it was open. What its owner may do stays: a plugin has to be run. */
function close(path: string, { mode }: Stats, failed: string[], chmod: Chmod): boolean {
  if ((mode & OTHERS) === 0) return false
  try {
    chmod(path, mode & 0o700)
  } catch {
    // Asked below: some disks say yes and change nothing.
  }
  if (((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0) failed.push(path)
  return true
}

const OTHERS = 0o077
