import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { openWithSevenZip } from './sevenzip.ts'
import type { ZipPassword } from './zip-password.ts'

/**
 * Unpacks encrypted entries of a ZIP archive, and those with a rare method (bzip2, LZMA, xz, PPMd, deflate64, the
 * methods of the eighties), with 7-Zip, which also reads ZIP archives. It starts only when such an entry is requested.
 */
export class SevenZipUnpacker {
  readonly #source: FileSource
  readonly #limits: Limits
  readonly #password: ZipPassword | undefined
  #archive: Promise<Archive> | undefined

  constructor(source: FileSource, limits: Limits, password: ZipPassword | undefined) {
    this.#source = source
    this.#limits = limits
    this.#password = password
  }

  async readHeads(
    entries: readonly ArchiveEntry[],
    bytesOf: (entry: ArchiveEntry) => number,
    take: (entry: ArchiveEntry, bytes: Uint8Array | FormatError) => void,
  ): Promise<void> {
    const { archive, ours } = await this.#match(entries, take)
    const head = (entry: ArchiveEntry) => bytesOf(ours.get(entry)!)
    await archive?.readHeads([...ours.keys()], head, (entry, bytes) => take(ours.get(entry)!, bytes))
  }

  async extract(entries: readonly ArchiveEntry[], take: Parameters<Archive['extract']>[1]): Promise<void> {
    const { archive, ours } = await this.#match(entries, take)
    await archive?.extract([...ours.keys()], (entry, bytes) => take(ours.get(entry)!, bytes))
  }

  async #open(): Promise<Archive> {
    const { encodings, tryOn } = this.#password ?? { encodings: [] }
    const doubtful = tryOn && encodings.length > 1 ? encodings : []
    for (const password of doubtful) {
      const archive = await openWithSevenZip(this.#source, this.#limits, password)
      const entry = archive.entries.find(({ index }) => index === tryOn?.index)
      let isRight = false
      if (entry) await archive.extract([entry], (_, bytes) => (isRight = bytes instanceof Uint8Array))
      if (isRight) return archive
    }
    return openWithSevenZip(this.#source, this.#limits, encodings[0])
  }

  /** 7-Zip's entries, each with ours; those it doesn't know fail. */
  async #match(
    entries: readonly ArchiveEntry[],
    fail: (entry: ArchiveEntry, error: FormatError) => unknown,
  ): Promise<{ archive: Archive | undefined; ours: Map<ArchiveEntry, ArchiveEntry> }> {
    this.#archive ??= this.#open()
    const archive = await this.#archive.catch(() => undefined)
    const ours = new Map<ArchiveEntry, ArchiveEntry>()
    for (const entry of entries) {
      // Both list entries in directory order; if they differ, the archive is too unusual to trust.
      const theirs = archive?.entries[entry.index]
      if (theirs?.size === entry.size) ours.set(theirs, entry)
      else
        fail(
          entry,
          new FormatError('page_extraction', `“${entry.name}” is packed in a way that is not supported.`, {
            entry: entry.name,
          }),
        )
    }
    return { archive, ours }
  }
}
