import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { corpus, hasCorpus, needsCorpus, readCorpusJson } from '../../../test/fixtures/corpus.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import { openPdf } from './document.ts'
import { readPdf } from './read-pdf.ts'
import { renderPdfPage } from './render.ts'

interface Expected {
  pages: number | null
  qpdf_pages: number | null
  title: string | null
  size: string | null
}

/** Files that other tools open and PDFium doesn't, and vice versa; each with the reason. */
const deviations: Record<string, string> = {
  'pdf/pdf.js/bug1250079.pdf': 'no usable trailer; poppler rebuilds it from stray objects',
  'pdf/pdf.js/bug1782186.pdf': 'needs a password (poppler says: unsupported security handler)',
  'pdf/pdf.js/issue19484_2.pdf': 'the only page is in a stream packed by an unknown method',
  'pdf/py-pdf/017-unreadable-meta-data__unreadablemetadata.pdf':
    'objects missing from the table; poppler rebuilds it, qpdf finds no page either',
  'made/pdf/leading-junk-3000.pdf': 'we look for the header further in than poppler',
  'made/pdf/count-lies.pdf': 'the count is larger than the file has objects: the pages that exist are shown',
  'pdf/pdf.js/poppler-67295-0.pdf': 'absurd page count; PDFium counts what is there',
  'pdf/pdf.js/poppler-91414-0-53.pdf': 'page tree in a circle; PDFium finds the page',
}

/** Placeholder titles, and lines of the other tool's output mistaken for a title. */
const noTitle = /^(Subject:|Creator:|untitled$|Microsoft Word - )/i

/** Titles only in the metadata stream, which the other tool doesn't read. */
const onlyInXmp = new Set(['pdf/py-pdf/020-xmp__output_with_metadata_pymupdf.pdf'])

/** The other tool reports their sizes before rotation. */
const turned = new Set([
  'made/pdf/rotate90.pdf',
  'pdf/pdf.js/issue16278.pdf',
  'pdf/pdf.js/issue18956.pdf',
  'pdf/pdf.js/pr20043.pdf',
  'pdf/py-pdf/015-arabic__habibi-rotated.pdf',
])

describe('real PDF files', needsCorpus, () => {
  const expected = hasCorpus ? readCorpusJson<Record<string, Expected>>('pdf/expected.json') : {}

  test('have the pages, title and size that others find, or end in a typed error', async () => {
    const found: string[] = []
    for (const [path, { pages, title, size }] of Object.entries(expected)) {
      if (path in deviations) continue
      const pdf = await readPdf(join(corpus, path), defaultLimits).catch((error: unknown) =>
        error instanceof FormatError ? error : Promise.reject(error),
      )
      if (pdf instanceof FormatError) {
        if (pages !== null) found.push(`${path}: ${pdf.message}`)
        continue
      }
      if (pdf.pageCount !== pages) found.push(`${path}: ${pdf.pageCount} pages, ${pages}`)
      const theirs = title?.replace(/\0/g, '').trim() || undefined
      if (!noTitle.test(theirs ?? '') && !onlyInXmp.has(path) && pdf.metadata.title !== theirs)
        found.push(`${path}: title ${pdf.metadata.title}, ${theirs}`)
      const [, width, height] = /^([\d.]+) x ([\d.]+)/.exec(size ?? '') ?? []
      const [first] = pdf.pages
      const isSame =
        !width || (Math.abs(first!.width! - Number(width)) <= 1 && Math.abs(first!.height! - Number(height)) <= 1)
      if (!isSame && !turned.has(path)) found.push(`${path}: ${first!.width} x ${first!.height}, ${size}`)
    }
    expect(found).toEqual([])
  })

  test('end in the error that names what is wrong', async () => {
    const error = (name: string) => readPdf(join(corpus, 'made/pdf', name), defaultLimits).catch((thrown) => thrown)
    for (const name of ['encrypted-aes128-user.pdf', 'encrypted-r6-user-password.pdf', 'encrypted-rc4-128-user.pdf'])
      expect(await error(name), name).toMatchObject({
        type: 'parser',
        message: expect.stringContaining('password'),
        details: { encrypted: true },
      })
    for (const name of ['header-only.pdf', 'truncated-200.pdf', 'truncated-half.pdf'])
      expect(await error(name), name).toMatchObject({ type: 'parser' })
    for (const name of ['text-named.pdf', 'zero-bytes.pdf', 'zip-named.pdf'])
      expect(await error(name), name).toMatchObject({ type: 'format_detection' })
    expect(await error('pages-0.pdf')).toMatchObject({ type: 'zero_pages' })
  })

  test('give their right-to-left direction and their chapters', async () => {
    expect((await readPdf(join(corpus, 'made/pdf/comic-12-jpeg-pages-r2l.pdf'), defaultLimits)).metadata).toMatchObject(
      { title: 'Ścience Comics #1', readingDirection: 'rtl' },
    )
    const { toc } = await readPdf(join(corpus, 'pdf/py-pdf/006-pdflatex-outline__pdflatex-outline.pdf'), defaultLimits)
    expect(toc).toHaveLength(9)
    expect(toc[0]).toEqual({ title: 'Foo', page: 2, children: [] })
  })

  test('are drawn, every first page of them', { timeout: 120_000 }, async () => {
    const found: string[] = []
    for (const path of Object.keys(expected)) {
      const pdf = await openPdf(join(corpus, path), defaultLimits).catch(() => undefined)
      if (!pdf) continue
      try {
        const page = renderPdfPage(pdf, 0, { width: 200 })
        if (page.data.length !== page.width * page.height * 4) found.push(path)
      } catch (error) {
        if (!(error instanceof FormatError)) found.push(`${path}: ${error}`)
      }
      pdf.close()
    }
    expect(found).toEqual([])
  })
})
