import { makeZip, type ZipPart } from '../../../test/fixtures/make-zip.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import type { Archive } from '../archive/archive.ts'
import { FileSource } from '../archive/file-source.ts'
import { openZip } from '../archive/zip.ts'
import { defaultLimits } from '../limits.ts'
import type { Publication } from '../publication.ts'
import { readEpub } from './read-epub.ts'

export interface BookParts {
  version?: '2.0' | '3.0'
  packageAttributes?: string
  metadata?: string
  /** `<item>` elements. */
  manifest?: string
  /** `<itemref>` elements. */
  spine?: string
  spineAttributes?: string
  /** `<guide>` and the like. */
  rest?: string
  /** Everything else in the archive, by name. */
  files?: Record<string, string | Uint8Array>
  /** The whole package document, instead of the parts. */
  opf?: string | Uint8Array
}

/** Builds a small EPUB with its package in `OPS/book.opf`. */
export function makeBook(parts: BookParts): Buffer {
  const opf =
    parts.opf ??
    `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="${parts.version ?? '3.0'}" unique-identifier="id" ${parts.packageAttributes ?? ''}>
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${parts.metadata ?? '<dc:title>Book</dc:title>'}</metadata>
      <manifest>${parts.manifest ?? ''}</manifest><spine ${parts.spineAttributes ?? ''}>${parts.spine ?? ''}</spine>${parts.rest ?? ''}</package>`
  const files: Record<string, string | Uint8Array> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OPS/book.opf': opf,
    ...parts.files,
  }
  return makeZip(
    Object.entries(files).map(([name, data]): ZipPart => ({ name, data, method: name === 'mimetype' ? 0 : 8 })),
  )
}

/** Writes books to a folder that is removed after the test file, and opens them. */
export function openBooks(): (bytes: Buffer) => Archive {
  const write = tempFiles()
  let count = 0
  return (bytes) => openZip(new FileSource(write(`${count++}.epub`, bytes)), defaultLimits)
}

/** Reads a book made of these parts. */
export function bookReader(): (parts: BookParts) => Promise<Publication> {
  const open = openBooks()
  return async (parts) => {
    const archive = open(makeBook(parts))
    try {
      return await readEpub(archive, defaultLimits)
    } finally {
      archive.close()
    }
  }
}

export const xhtml = (body: string, head = '<title>t</title>') =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head>${head}</head><body>${body}</body></html>`

/** `<item>` and `<itemref>` elements for XHTML documents of these names. */
export const documents = (...names: string[]) => ({
  manifest: names
    .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
    .join(''),
  spine: names.map((name) => `<itemref idref="${name}"/>`).join(''),
})

export const someText = xhtml('<p>Some text that is long enough to be text.</p>')
