import { constants, copyFile, link, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { LastingFailure } from '../../tasks/define.ts'
import type { ImportPlan } from './plan.ts'
import type { TakeMode } from './task.ts'

/** Puts the file where it belongs, whole or not at all. `before` runs when it is beside its place already. */
export async function bringIn(plan: ImportPlan, mode: TakeMode, before: () => Promise<void>): Promise<void> {
  const { source, target, replaced } = plan
  // A name that no scan looks at, in the same folder: from there one step puts it in its place.
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.part`)
  try {
    await take(source, draft, mode)
    await before()
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw new LastingFailure(`The file could not be brought in: ${(error as Error).message}`)
  }
  if (replaced) await rm(replaced, { force: true })
  if (mode === 'move') await rm(source, { force: true })
}

/** A link where the disk can do that, else a copy. The source of a move goes when everything else is done. */
async function take(source: string, draft: string, mode: TakeMode): Promise<void> {
  if (mode !== 'copy') {
    const isLinked = await link(source, draft).then(
      () => true,
      () => false,
    )
    if (isLinked) return
  }
  await copyFile(source, draft, constants.COPYFILE_FICLONE)
}
