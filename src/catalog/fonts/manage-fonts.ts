import { problem } from '../../contract/problems.ts'
import { FormatError } from '../../formats/errors.ts'
import { readFont } from '../../formats/font/read-font.ts'
import { addFont, deleteFont, type FontRow, listFontHashes } from '../../store/font/fonts.ts'
import type { CoverDeps } from '../covers/change-cover.ts'
import { deleteUnusedPictures, storePictureAgain } from '../covers/delete-unused-pictures.ts'

type FontDeps = Pick<CoverDeps, 'db' | 'config'> & { images: Pick<CoverDeps['images'], 'pictures'> }

/** What the font says of itself; a problem if it can't be used. */
export async function checkFont(bytes: Uint8Array): ReturnType<typeof readFont> {
  try {
    return await readFont(bytes)
  } catch (error) {
    if (error instanceof FormatError) throw problem('unprocessable', error.message)
    throw error
  }
}

/** Checks a font and stores it, for one user or (without a user) for everyone. */
export async function saveFont(deps: FontDeps, userId: number | null, bytes: Uint8Array): Promise<FontRow> {
  const { format, family, weight, isItalic, minWeight, maxWeight } = await checkFont(bytes)
  const hash = await deps.images.pictures.put(bytes)
  const weights = { min_weight: minWeight, max_weight: maxWeight, is_variable: minWeight < maxWeight ? 1 : 0 }
  const font = { hash, format, family, weight, is_italic: isItalic ? 1 : 0, ...weights }
  try {
    const max = deps.config.limits.fonts
    const row = await deps.db.transaction((tx) => addFont(tx, userId, { ...font, size: bytes.length }, max))
    await storePictureAgain(deps, bytes)
    return row
  } catch (error) {
    await deleteUnusedPictures(deps, hash)
    throw error
  }
}

export async function removeFont(deps: FontDeps, userId: number | null, uid: Uint8Array): Promise<void> {
  const gone = await deps.db.transaction((tx) => deleteFont(tx, userId, uid))
  if (!gone) throw problem('not_found', 'There is no such font.')
  await deleteUnusedPictures(deps, gone.hash)
}

/** Runs the removal of an account, and then deletes the files of its fonts that no other user has. */
export async function removeAccountAndFontFiles(
  deps: FontDeps,
  userId: number,
  remove: () => Promise<void>,
): Promise<void> {
  const hashes = await listFontHashes(deps.db, userId)
  await remove()
  await deleteUnusedPictures(deps, ...hashes)
}
