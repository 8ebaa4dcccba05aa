import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Archive, ArchiveEntry } from '../../archive/archive.ts'
import type { Limits } from '../../limits.ts'
import { decodeXml } from '../../xml/decode.ts'
import { refuseEncryptedBook } from '../encryption.ts'
import { EpubFiles } from '../epub-files.ts'
import { isHtml } from '../media-type.ts'
import { readEpubPackage } from '../read-epub.ts'
import { toKepubDocument } from './kepub-document.ts'

/**
 * Writes an EPUB as a KEPUB to `target`: content documents get their spans, everything else stays unchanged. Works
 * entry by entry, so that memory is bounded by the largest file of the book. The same book always yields the same
 * bytes.
 */
export async function writeKepub(archive: Archive, target: string, limits: Limits): Promise<void> {
  const files = new EpubFiles(archive, limits)
  const book = await readEpubPackage(files)
  await refuseEncryptedBook(files, book.items)
  const documents = new Set(
    book.items.filter((item) => isHtml(item.mediaType)).map((item) => files.find(item.path)?.index),
  )
  const opf = files.find(book.path)

  const convert = async (entry: ArchiveEntry): Promise<Uint8Array> => {
    const bytes = await archive.read(entry)
    if (entry.size > limits.xmlBytes) return bytes
    if (documents.has(entry.index)) return Buffer.from(toKepubDocument(bytes).markup)
    if (entry.index === opf?.index) return Buffer.from(markCover(decodeXml(bytes), book.coverId))
    return bytes
  }

  const { default: yazl } = await import('yazl')
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...fixedTime, compress: false })
  const used = new Set(['mimetype'])
  for (const entry of archive.entries) {
    if (!entry.isFile || used.has(entry.name) || isLitter(entry.name) || !isSafeName(entry.name)) continue
    used.add(entry.name)
    const options = { ...fixedTime, compress: !/\.(jpe?g|png|gif|webp|woff2?|mp[34]|m4a)$/i.test(entry.name) }
    zip.addReadStreamLazy(entry.name, options, (give) => {
      convert(entry).then(
        (bytes) => give(null, Readable.from([bytes], { objectMode: false })),
        (error: unknown) => output.destroy(error as Error),
      )
    })
  }
  zip.end()
  await pipeline(output, createWriteStream(target, { mode: 0o600 }))
}

/** The date in the entries must not change from one conversion to the next. */
const fixedTime = { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true }

/** Files that programs leave in books. */
const isLitter = (name: string): boolean =>
  /(^|\/)(calibre_bookmarks\.txt|iTunesMetadata\.plist|\.DS_Store|Thumbs\.db)$|(^|\/)__MACOSX\//i.test(name)

const isSafeName = (name: string): boolean => !/(^|\/)\.\.(\/|$)|^\/|^[a-z]:|\\|\0/i.test(name)

/** The device finds its sleep-screen cover only through the EPUB 3 property. */
function markCover(opf: string, coverId: string | undefined): string {
  if (coverId === undefined || /properties\s*=\s*["'][^"']*\bcover-image\b/.test(opf)) return opf
  const item = [...opf.matchAll(/<(?:\w+:)?item\b[^>]*>/g)].find(([tag]) => attributeIs(tag, 'id', coverId))
  if (!item || /\bproperties\s*=/.test(item[0])) return opf
  const marked = item[0].replace(/\s*\/?>$/, (end) => ` properties="cover-image"${end.trimStart()}`)
  return opf.slice(0, item.index) + marked + opf.slice(item.index + item[0].length)
}

const attributeIs = (tag: string, name: string, value: string): boolean =>
  [...tag.matchAll(/\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].some(
    ([, key, double, single]) => key === name && (double ?? single) === value,
  )
