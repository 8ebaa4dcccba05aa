import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { defaultXmlLimits, parseXml, type XmlDocument, XmlError } from '../xml/parse.ts'
import { decodePercent } from './href.ts'

/** Finds the entry a path means: as it is written, else without regard to case, Unicode form or leftover percent signs. */
export class EpubFiles {
  readonly archive: Archive
  readonly limits: Limits
  #folded: Map<string, ArchiveEntry> | undefined

  constructor(archive: Archive, limits: Limits) {
    this.archive = archive
    this.limits = limits
  }

  find(path: string): ArchiveEntry | undefined {
    if (path === '') return undefined
    const exact = this.archive.find(path)
    if (exact?.isFile) return exact
    // The container's own files have fixed names, and most of them are absent in most books.
    if (path.startsWith('META-INF/')) return undefined
    this.#folded ??= foldNames(this.archive.entries)
    return this.#folded.get(fold(path))
  }

  /** An XML document of the book, or undefined when there is none there. Throws a `parser` error when it cannot be read. */
  async readXml(path: string): Promise<XmlDocument | undefined> {
    const entry = this.find(path)
    if (!entry) return undefined
    if (entry.size > this.limits.xmlBytes)
      throw new FormatError('parser', `“${path}” is too large for an XML document.`, { entry: path, limit: 'xmlBytes' })
    const bytes = await this.archive.read(entry)
    try {
      return parseXml(bytes, { ...defaultXmlLimits, maxBytes: this.limits.xmlBytes })
    } catch (error) {
      const reason = error instanceof XmlError ? `can’t be read: ${error.message}` : 'is not well-formed XML'
      throw new FormatError('parser', `“${path}” ${reason}.`, { entry: path }, { cause: error })
    }
  }
}

function foldNames(entries: readonly ArchiveEntry[]): Map<string, ArchiveEntry> {
  const names = new Map<string, ArchiveEntry>()
  for (const entry of entries) if (entry.isFile) names.set(fold(entry.name), entry)
  return names
}

function fold(path: string): string {
  return decodePercent(path)
    .normalize('NFC')
    .toLowerCase()
    .replace(/^(\.?\/)+/, '')
}
