import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Limits } from '../formats/limits.ts'
import { copyForeignDatabase, ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import { type ForeignDatabase, openForeignDatabase } from '../store/foreign/foreign-database.ts'
import { calibreFolder } from './readers/calibre/calibre-web.ts'
import type { SourceReader } from './readers/source-reader.ts'
import { openSourceReader, recogniseProgram, UNKNOWN_PROGRAM } from './recognise-program.ts'
import { openRecordArchive } from './record-archive.ts'
import type { SourceKind } from './records.ts'
import { readFileHead, unpackImportZip } from './unpack-import-zip.ts'

export interface OpenedSource extends SourceReader {
  close(): Promise<void>
}

export interface OpenSourceOptions {
  /** Our folder for temporary copies; it is removed afterwards. */
  workFolder: string
  kind?: SourceKind
  /** It is stored temporarily in our own folder, whose path says nothing about the books. */
  isUpload?: boolean
  limits: Limits
  /** Our own database: closing it again would release the locks that keep other programs from harming it. */
  ownDatabase?: string
}

/** Opens a database file, a folder that contains one, a zip of either, or an export of Lectern. */
export async function openImportSource(given: string, options: OpenSourceOptions): Promise<OpenedSource> {
  const work = options.workFolder
  await mkdir(work, { recursive: true, mode: 0o700 })
  const opened: ForeignDatabase[] = []
  const close = async () => {
    for (const one of opened) one.close()
    await rm(work, { recursive: true, force: true })
  }
  try {
    await requireFileOrFolder(given)
    await refuseOwnDatabase(given, options.ownDatabase)
    const path = await unpackImportZip(given, join(work, 'unpacked'), options.limits)
    const found = (await isFolder(path)) ? await findDatabase(path, { isZip: path !== given }) : path
    await refuseOwnDatabase(found, options.ownDatabase)
    if (await isArchive(found)) {
      const archive = await openRecordArchive(found)
      if (options.kind !== undefined && options.kind !== 'lectern') {
        throw new ForeignFileError('This is a Lectern export.')
      }
      return { kind: 'lectern', version: archive.header.sourceVersion, records: archive.records, close }
    }
    const read = async (from: string, name: string) => {
      await refuseOwnDatabase(from, options.ownDatabase)
      const copy = join(work, name)
      await copyForeignDatabase(from, copy)
      const database = openForeignDatabase(copy)
      opened.push(database)
      return database
    }
    const database = await read(found, 'source.db')
    const folder = dirname(found)
    const beside =
      recogniseProgram(database) === 'calibre-web'
        ? await openBeside(database, folder, found === path ? null : path, (from) => read(from, 'beside.db'))
        : undefined
    const isOnServer = path === given && !options.isUpload
    const root = isOnServer ? realpathSync(folder) : null
    const lacksOpf = root === null ? undefined : (path: string) => isCalibreFolderWithoutOpf(join(root, path))
    const reader = openSourceReader(
      { database, beside, folder: root, readPicture: pictureReader(folder), lacksOpf },
      options.kind,
    )
    return { ...reader, close }
  } catch (error) {
    await close()
    throw error
  }
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path)).isDirectory()

async function requireFileOrFolder(path: string): Promise<void> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw new ForeignFileError(`The file at ${path} can’t be read (${error.code}).`)
    throw new ForeignFileError(`There is no file or folder at ${path}.`)
  })
  // Reading a pipe or a device may never end.
  if (!stats.isDirectory() && !stats.isFile()) throw new ForeignFileError(`There is no file or folder at ${path}.`)
}

/** Before it is opened: POSIX locks end when any handle of the same process is closed. */
async function refuseOwnDatabase(path: string, own: string | undefined): Promise<void> {
  if (own === undefined) return
  const given = await stat(path)
  for (const file of [own, `${own}-wal`, `${own}-shm`]) {
    const ours = await stat(file).catch(() => undefined)
    if (ours?.ino === given.ino && ours.dev === given.dev) throw new ForeignFileError(UNKNOWN_PROGRAM)
  }
}

/** Opens Calibre's own database: without it, Calibre-Web has only the numbers of books. */
async function openBeside(
  app: ForeignDatabase,
  folder: string,
  given: string | null,
  read: (path: string) => Promise<ForeignDatabase>,
): Promise<ForeignDatabase | undefined> {
  const places = [folder, given && (await folderOf(given, 'metadata.db')), calibreFolder(app)].filter(
    (one) => one !== null,
  )
  for (const place of places) {
    const path = join(place, 'metadata.db')
    if (
      await stat(path).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      return read(path)
  }
  return undefined
}

/** The folder of the only file with this name in what was given. */
async function folderOf(given: string, name: string): Promise<string | null> {
  const entries = await readdir(given, { recursive: true, withFileTypes: true })
  const found = entries.filter((entry) => entry.isFile() && entry.name === name)
  return found.length === 1 ? found[0]!.parentPath : null
}

const names = ['database.sqlite', 'kavita.db', 'codex.db', 'stump.db', 'app.db', 'metadata.db']

/** The database in a folder: by its program's usual name and place, otherwise the only database anywhere in it. */
async function findDatabase(folder: string, { isZip }: { isZip: boolean }): Promise<string> {
  for (const name of names) {
    for (const place of [folder, join(folder, 'config'), join(folder, 'data')]) {
      const path = join(place, name)
      if (
        await stat(path).then(
          (found) => found.isFile(),
          () => false,
        )
      )
        return path
    }
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(db|sqlite3?|jsonl(\.gz)?)$/i.test(entry.name))
  const { none, several } = isZip ? inZip : inFolder
  if (files.length !== 1) throw new ForeignFileError(files.length === 0 ? none : several)
  return join(files[0]!.parentPath, files[0]!.name)
}

const inFolder = {
  none: 'The folder contains no database that can be imported.',
  several: 'The folder contains several databases. Choose one of the files.',
}
const inZip = {
  none: 'The zip contains no database that can be imported.',
  several: 'The zip contains several databases. Unpack it, and import one of the files.',
}

/** Reads pictures beside the database: only inside its folder, and up to `MAX_PICTURE`. */
export function pictureReader(folder: string): (path: string) => Uint8Array | undefined {
  return (path) => {
    try {
      // A link may lead out of the folder.
      const [root, whole] = [realpathSync(folder), realpathSync(resolve(folder, path))]
      const stats = whole.startsWith(root + sep) ? statSync(whole) : undefined
      return stats?.isFile() && stats.size > 0 && stats.size <= MAX_PICTURE ? readFileSync(whole) : undefined
    } catch {
      return undefined
    }
  }
}

function isCalibreFolderWithoutOpf(folder: string): boolean {
  try {
    return statSync(folder).isDirectory() && !existsSync(join(folder, 'metadata.opf'))
  } catch {
    // No folder can have this name, or there is none.
    return false
  }
}

const MAX_PICTURE = 32 * 2 ** 20

const isArchive = async (path: string): Promise<boolean> => {
  const head = await readFileHead(path)
  return (head[0] === 0x1f && head[1] === 0x8b) || head[0] === 0x7b
}
