import type { Limits } from '../limits.ts'
import type { Archive } from './archive.ts'
import { openCompressedTar, type TarCompression } from './compressed-tar.ts'
import type { FileSource } from './file-source.ts'
import { openRar } from './rar.ts'
import { openSevenZip } from './sevenzip.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'

export type ArchiveKind =
  | { container: 'zip' }
  | { container: 'rar' | 'rar4' }
  | { container: '7z' }
  | { container: 'tar'; packing: TarCompression | null }

/**
 * Opens the archive and takes ownership of the file: closing the archive closes it. On failure the caller keeps it. A
 * wrong password is noticed when an entry is read, or here if it also encrypts the names.
 */
export async function openArchive(
  source: FileSource,
  kind: ArchiveKind,
  limits: Limits,
  password?: string,
): Promise<Archive> {
  if (kind.container === 'zip') return openZip(source, limits, password)
  if (kind.container === '7z') return openSevenZip(source, limits, password)
  if (kind.container !== 'tar') return openRar(source, kind.container, limits, password)
  return kind.packing === null ? openTar(source, limits) : openCompressedTar(source, kind.packing, limits)
}
