import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { defaultXmlLimits, parseXml, type XmlDocument, XmlError } from '../xml/parse.ts'
import { decodePercent } from './href.ts'

/** Finds the entry for a path: an exact match, else ignoring case, Unicode form and leftover percent-encoding. */
export class EpubFiles {
  readonly archive: Archive
  readonly limits: Limits
  #folded: Map<string, ArchiveEntry> | undefined

  constructor(archive: Archive, limits: Limits) {
    this.archive = archive
    this.limits = limits
  }

  readonly has = (path: string): boolean => this.find(path) !== undefined

  find(path: string): ArchiveEntry | undefined {
    if (path === '') return undefined
    const exact = this.archive.find(path)
    if (exact?.isFile) return exact
    // Files of the container have fixed names, and most of them are absent from most books.
    if (path.startsWith('META-INF/')) return undefined
    this.#folded ??= foldNames(this.archive.entries)
    return this.#folded.get(fold(path))
  }

  /** Reads an XML document of the book, undefined if it doesn't exist. Throws a `parser` error if it can't be read. */
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
