import { access, constants, copyFile, link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PermanentTaskError } from '../../tasks/task-kind.ts'
import type { ImportMode } from './import-book-task.ts'
import type { BookImportPlan } from './plan-book-import.ts'

/** Puts the file where it belongs, whole or not at all. `before` runs when it is beside its place already. */
export async function putFileIntoLibrary(
  plan: BookImportPlan,
  mode: ImportMode,
  before: () => Promise<void>,
): Promise<void> {
  const { source, target, replaced, isNew } = plan
  // A name that no scan looks at, in the same folder: from there one step puts it in its place.
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.part`)
  try {
    // One that a kill left may be a link to another file, which a copy would write over.
    await rm(draft, { force: true })
    await take(source, draft, mode)
    await before()
    if (isNew) await putBeside(draft, target)
    else await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw new PermanentTaskError(`The file could not be imported: ${(error as Error).message}`)
  }
  // The book is there. What cannot be taken away stays, twice at worst.
  const leftOver = [...(replaced ? [replaced] : []), ...(mode === 'move' ? [source] : [])]
  for (const file of leftOver) await rm(file, { force: true }).catch(() => {})
}

/** Whoever put a file of that name there while this one was being copied keeps it. */
async function putBeside(draft: string, target: string): Promise<void> {
  const failed = await link(draft, target).catch((error: NodeJS.ErrnoException) => error)
  if (!failed) return rm(draft)
  const isThere = await access(target).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error('A file with this name already exists.')
  // Not every disk knows links.
  await rename(draft, target)
}

/** A link where the disk can do that, else a copy. The source of a move goes when everything else is done. */
async function take(source: string, draft: string, mode: ImportMode): Promise<void> {
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

/** On the disk before the source goes: a machine that loses power must not lose both. */
async function flush(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } catch (error) {
    // Windows wants to be allowed to write for it, and the file may be one that nobody may write.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    await file.close()
  }
}
