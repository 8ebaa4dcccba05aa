import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { openWithSevenZip } from './sevenzip.ts'

/** Methods unpacked without 7-Zip: stored, deflate, zstd. */
export function isCommonZipMethod(method: number): boolean {
  return method === 0 || method === 8 || method === 93
}

/**
 * Unpacks entries with any other method (bzip2, LZMA, xz, PPMd, deflate64, the methods of the eighties): rare enough to
 * leave to 7-Zip, which also reads ZIP archives. It starts only when such an entry is requested.
 */
export class RareZipMethodUnpacker {
  readonly #source: FileSource
  readonly #limits: Limits
  #archive: Promise<Archive> | undefined

  constructor(source: FileSource, limits: Limits) {
    this.#source = source
    this.#limits = limits
  }

  /** Like `extract` of an archive, but reads `bytesOf` bytes of each entry. */
  async visit(
    entries: readonly ArchiveEntry[],
    bytesOf: (entry: ArchiveEntry) => number,
    take: (entry: ArchiveEntry, bytes: Uint8Array | FormatError) => void,
  ): Promise<void> {
    this.#archive ??= openWithSevenZip(this.#source, this.#limits)
    const archive = await this.#archive.catch(() => undefined)
    const ours = new Map<number, ArchiveEntry>()
    for (const entry of entries) {
      // Both list entries in directory order; if they differ, the archive is too unusual to trust.
      const theirs = archive?.entries[entry.index]
      if (theirs?.size === entry.size) ours.set(theirs.index, entry)
      else
        take(
          entry,
          new FormatError('page_extraction', `“${entry.name}” is packed in a way that is not supported.`, {
            entry: entry.name,
          }),
        )
    }
    const theirs = [...ours.keys()].map((index) => archive!.entries[index]!)
    await archive?.readHeads(
      theirs,
      (entry) => bytesOf(ours.get(entry.index)!),
      (entry, bytes) => take(ours.get(entry.index)!, bytes),
    )
  }
}
