import { access, realpath, stat } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, sep } from 'node:path'
import { bookFormatOfPath } from '../../formats/book-formats.ts'
import type { FolderForNewFile } from '../../store/scan/folder-for-new-file.ts'
import { PermanentTaskError } from '../../tasks/task-kind.ts'
import { realPathOfLibrary } from '../libraries/inspect-folder.ts'

export interface BookImportPlan {
  source: string
  /** The absolute path it gets. */
  target: string
  /** The same, relative to the library. */
  path: string
  /** Its folder, relative to the library. */
  folder: string
  /** The file it replaces, if that has another name. */
  replaced: string | undefined
  /** The target must not exist yet. */
  isNew: boolean
}

/** Decides where a file goes. All objections are raised here, before anything is changed. */
export async function planBookImport(
  place: FolderForNewFile,
  { source: given, name }: { source: string; name?: string },
): Promise<BookImportPlan> {
  const source = isAbsolute(given) ? await realpath(given).catch(() => undefined) : undefined
  if (!source || !(await stat(source)).isFile()) throw new PermanentTaskError('There is no such file.')
  if (bookFormatOfPath(source) === undefined) throw new PermanentTaskError('This file format is not supported.')
  const roots = await Promise.all(place.roots.map(realPathOfLibrary))
  if (roots.some((root) => `${source}${sep}`.startsWith(`${root}${sep}`))) {
    throw new PermanentTaskError('The file is already in a library.')
  }
  const called = name ? `${basename(name.trim())}${extname(source)}` : basename(source)
  if (called.startsWith('.'))
    throw new PermanentTaskError('The name must not start with a dot, because such files are ignored.')
  const path = place.folder === '' ? called : `${place.folder}/${called}`
  const target = join(place.root, path)
  const [inside, into] = [await realPathOfLibrary(place.root), await realpath(dirname(target)).catch(() => undefined)]
  if (into !== undefined && !`${into}${sep}`.startsWith(`${inside}${sep}`)) {
    throw new PermanentTaskError('The folder is outside the library.')
  }
  const before = place.book && join(place.root, place.book.path)
  if (target !== before && (await isThere(target)))
    throw new PermanentTaskError('A file with this name already exists.')
  const isNew = target !== before
  return { source, target, path, folder: place.folder, replaced: isNew ? before : undefined, isNew }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
