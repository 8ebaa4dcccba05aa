import { statSync } from 'node:fs'
import { opendir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asFormatError, type FormatProblem, toFormatProblem } from '../formats/errors.ts'
import type { Limits } from '../formats/limits.ts'
import { mergePublicationMetadata, type Publication, type PublicationMetadata } from '../formats/publication.ts'
import { readSeriesJson, type SeriesJson } from '../formats/sidecar/series-json.ts'
import { readSidecar } from '../formats/sidecar/sidecar.ts'
import { type FileInLibrary, locateInLibrarySync } from '../images/open-file-in-library.ts'

/** The OPF that calibre writes next to the book is newer than the metadata inside it, and takes precedence. */
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

/** Reads Mylar's series.json in the series folder. An unreadable one counts as none. */
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

/** Detects an unavailable share: a missing folder, or an empty mount point. */
export async function isFolderEmpty(folder: string): Promise<boolean> {
  try {
    for await (const { name } of await opendir(folder)) if (!name.startsWith('.')) return false
  } catch {
    // Unreadable counts as empty.
  }
  return true
}

/** Most books have no sidecar: that case must be cheap. */
export async function readSmallFile(file: FileInLibrary, limits: Limits): Promise<Uint8Array | undefined> {
  try {
    const stats = statSync(file.path, { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.size > limits.xmlBytes) return undefined
    const opened = locateInLibrarySync(file)
    try {
      return await readFile(opened.path)
    } finally {
      opened.close()
    }
  } catch {
    return undefined
  }
}
