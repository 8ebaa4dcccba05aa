import { access, constants, copyFile, link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PermanentTaskError } from '../../tasks/task-kind.ts'
import type { ImportMode } from './import-book-task.ts'
import type { BookImportPlan } from './plan-book-import.ts'

/** Puts the file into place, completely or not at all. `before` runs when it is already beside its place. */
export async function putFileIntoLibrary(
  plan: BookImportPlan,
  mode: ImportMode,
  before: () => Promise<void>,
): Promise<void> {
  const { source, target, replaced, isNew } = plan
  // A name that scans ignore, in the same folder: from there a single rename puts it into place.
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.part`)
  try {
    // A draft left by a killed process may be a link to another file, which a copy would overwrite.
    await rm(draft, { force: true })
    await linkOrCopy(source, draft, mode)
    await before()
    if (isNew) await renameWithoutReplacing(draft, target)
    else await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw new PermanentTaskError(`The file could not be imported: ${(error as Error).message}`)
  }
  // The book is in place. If deleting fails, it exists twice at worst.
  const leftOver = [...(replaced ? [replaced] : []), ...(mode === 'move' ? [source] : [])]
  for (const file of leftOver) await rm(file, { force: true }).catch(() => {})
}

/** Keeps a file of that name that was created while this one was being copied. */
async function renameWithoutReplacing(draft: string, target: string): Promise<void> {
  const failed = await link(draft, target).catch((error: NodeJS.ErrnoException) => error)
  if (!failed) return rm(draft)
  const isThere = await access(target).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error('A file with this name already exists.')
  // Not every disk supports links.
  await rename(draft, target)
}

/** Links if the disk supports it, else copies. The source of a move is deleted last. */
async function linkOrCopy(source: string, draft: string, mode: ImportMode): Promise<void> {
  if (mode !== 'copy') {
    const isLinked = await link(source, draft).then(
      () => true,
      () => false,
    )
    if (isLinked) return
  }
  await copyFile(source, draft, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  await flush(draft)
}

/** Flushes to disk before the source is deleted: a power cut must not lose both. */
async function flush(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } catch (error) {
    // Windows requires write access for it, and the file may be read-only.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    await file.close()
  }
}
