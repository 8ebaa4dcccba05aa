import { statSync } from 'node:fs'
import { opendir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asFormatError, type FormatProblem, toFormatProblem } from '../formats/errors.ts'
import type { Limits } from '../formats/limits.ts'
import { mergePublicationMetadata, type Publication, type PublicationMetadata } from '../formats/publication.ts'
import { readSeriesJson, type SeriesJson } from '../formats/sidecar/series-json.ts'
import { readSidecar } from '../formats/sidecar/sidecar.ts'
import { type FileInLibrary, openFileInLibrarySync } from '../images/open-file-in-library.ts'

/** What calibre wrote beside the book is newer than what is inside it, and goes first. */
export async function mergeOpfBesideBook(
  { path, root }: FileInLibrary,
  publication: Publication,
  limits: Limits,
): Promise<{ metadata: PublicationMetadata; problems: FormatProblem[] }> {
  const bytes = await readSmallFile({ path: join(dirname(path), 'metadata.opf'), root }, limits)
  if (!bytes) return { metadata: publication.metadata, problems: [] }
  try {
    const { metadata } = mergePublicationMetadata([
      { source: 'opf', metadata: readSidecar('opf', bytes, limits) },
      { source: 'opf', metadata: publication.metadata },
    ])
    return { metadata, problems: [] }
  } catch (error) {
    return { metadata: publication.metadata, problems: [toFormatProblem(asFormatError(error, 'metadata'))] }
  }
}

/** Mylar's series.json in the series' own folder. One that cannot be read is as good as none. */
export async function readSeriesJsonInFolder(
  root: string,
  folder: string,
  limits: Limits,
): Promise<SeriesJson | undefined> {
  const bytes = await readSmallFile({ path: join(root, folder, 'series.json'), root }, limits)
  if (!bytes) return undefined
  try {
    return readSeriesJson(bytes, limits)
  } catch {
    return undefined
  }
}

/** As a share that is away looks: not there, or a place where nothing is mounted. */
export async function isFolderEmpty(folder: string): Promise<boolean> {
  try {
    for await (const { name } of await opendir(folder)) if (!name.startsWith('.')) return false
  } catch {
    // It cannot be read, which is the same to us.
  }
  return true
}

/** Most books have nothing beside them: that must cost next to nothing. */
export async function readSmallFile(file: FileInLibrary, limits: Limits): Promise<Uint8Array | undefined> {
  try {
    const stats = statSync(file.path, { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.size > limits.xmlBytes) return undefined
    const opened = openFileInLibrarySync(file)
    try {
      return await readFile(opened.path)
    } finally {
      opened.close()
    }
  } catch {
    return undefined
  }
}
