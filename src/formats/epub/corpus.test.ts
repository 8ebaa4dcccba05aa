import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { corpus, hasCorpus, needsCorpus, readCorpusJson } from '../../../test/fixtures/corpus.ts'
import { FileSource } from '../archive/file-source.ts'
import { openZip } from '../archive/zip.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import type { Publication, TocEntry } from '../publication.ts'
import { parseXml } from '../xml/parse.ts'
import { isHtml } from './media-type.ts'
import { readEpub } from './read-epub.ts'
import { readSanitisedResource } from './read-sanitised-resource.ts'
import { readiumManifestValidator } from './readium-manifest-validator.fixture.ts'
import { webpubManifest } from './webpub.ts'

interface Expected {
  'foliate-js': {
    error?: string
    title?: string | Record<string, string>
    cover?: string | null
    spine?: number
    toc?: number
    author?: (string | null)[]
  }
  'calibre ebook-meta 6.13'?: { Title?: string; Series?: string }
}

interface Positions {
  spine: number
  fixed_layout: boolean
  ppd: string | null
  positions_readium_archive_entry_length: number
}

/** Books that must fail, and with which error. */
const errors: Record<string, string> = {
  'epubcheck/error/epub2/epub2__ocf-opf-missing-fatal': 'parser',
  'epubcheck/error/epub2/epub2__opf-spine-missing-error': 'zero_pages',
  'epubcheck/error/epub3/04-ocf__ocf-package-document-missing-fatal': 'parser',
  'epubcheck/error/epub3/zip__04-ocf__ocf-container-not-ocf-error': 'parser',
  'epubcheck/error/epub3/zip__04-ocf__ocf-zip-unreadable-empty-fatal': 'parser',
  'epubcheck/error/epub3/zip__04-ocf__ocf-zip-unreadable-image-with-epub-extension-fatal': 'parser',
  'epubcheck/error/epub3/zip__04-ocf__ocf-zip-unreadable-no-end-header-fatal': 'parser',
  // The only itemref references an item that isn't in the manifest.
  'epubcheck/other/epub3/cli__20-severity-tester': 'zero_pages',
  // Content documents encrypted with a method that isn't font obfuscation.
  'epubcheck/error/epub3/04-ocf__ocf-encryption-duplicate-ids-error': 'parser',
  'epubcheck/valid/epub3/04-ocf__ocf-encryption-unknown-valid': 'parser',
  // The only spine item is not in the archive.
  'w3c/pub-foreign_bad-fallback': 'zero_pages',
}

/** Where the other reader is wrong, or has another definition; each with the reason. */
const deviations: Record<string, string> = {
  'epubcheck/valid/epub2/epub2__opf-package-id-spaces-valid spine': 'ids with spaces around them still match',
  'epubcheck/valid/epub3/03-resources__conformance-xml-id-leading-trailing-spaces-valid spine':
    'ids with spaces around them still match',
  'epubcheck/error/epub3/07-navigation-document__nav-links-remote-error toc':
    'a heading that leads out of the book is left out',
  'epubcheck/error/epub2/epub2__opf-guide-reference-undeclared-error cover':
    'a cover must be a picture, not a text document',
  'w3c/lay-pp-spine-overrides_image-spine-reflow positions':
    'a spine item that is missing counts one, as in Readium; the list left it out',
  'w3c/pkg-dir_but_not_content author': 'foliate-js loses names that carry a direction',
  'w3c/pkg-lang_but_not_content author': 'foliate-js loses names that carry a language',
}

const entriesIn = (toc: TocEntry[]): number => toc.reduce((count, entry) => count + 1 + entriesIn(entry.children), 0)
const nameOf = (path: string) => path.replace(/^epub\/|\.epub$/g, '')

async function read(path: string): Promise<Publication> {
  const source = new FileSource(join(corpus, path))
  try {
    return await readEpub(openZip(source, defaultLimits), defaultLimits)
  } finally {
    source.close()
  }
}

/** Differences from the expected values, as `file field: ours, theirs`. */
function differences(
  name: string,
  book: Publication,
  { 'foliate-js': theirs, ...others }: Expected,
  positions: Positions | undefined,
): string[] {
  const found: string[] = []
  const compare = (field: string, ours: unknown, other: unknown) => {
    if (JSON.stringify(ours) !== JSON.stringify(other) && !(`${name} ${field}` in deviations))
      found.push(`${name} ${field}: ${JSON.stringify(ours)}, ${JSON.stringify(other)}`)
  }
  if (positions) {
    compare('positions', book.positions.length, positions.positions_readium_archive_entry_length)
    compare('spine', book.readingOrder.length, positions.spine)
    compare('fixed', book.layout === 'fixed', positions.fixed_layout)
    compare('direction', book.metadata.readingDirection ?? null, positions.ppd === 'default' ? null : positions.ppd)
  }
  if (!theirs.error) {
    const title = typeof theirs.title === 'object' && theirs.title ? Object.values(theirs.title)[0] : theirs.title
    compare('title', book.metadata.title ?? null, title || null)
    compare('spine', book.readingOrder.length, theirs.spine)
    // The list stops counting at fifty.
    compare('toc', Math.min(50, entriesIn(book.toc)), theirs.toc ?? 0)
    compare(
      'author',
      book.metadata.authors?.filter(({ role }) => role === 'author').map(({ name }) => name) ?? [],
      theirs.author,
    )
    // Where it has none we may still find one: the first picture of the first document.
    if (theirs.cover) compare('cover', book.cover, { href: theirs.cover })
  }
  const series = others['calibre ebook-meta 6.13']?.Series
  if (series) compare('series', `${book.metadata.series} #${book.metadata.number}`, series)
  return found
}

describe('real EPUB files', needsCorpus, () => {
  const expected = hasCorpus ? readCorpusJson<Record<string, Expected>>('epub/expected.json') : {}
  const positions = hasCorpus ? readCorpusJson<Record<string, Positions>>('epub/positions.json') : {}

  test('are read as others read them, or end in the right error', async () => {
    const found: string[] = []
    for (const [path, expectation] of Object.entries(expected)) {
      const name = nameOf(path)
      const book = await read(path).catch((error: unknown) =>
        error instanceof FormatError ? error : Promise.reject(error),
      )
      const type = book instanceof FormatError ? book.type : undefined
      if (type !== errors[name])
        found.push(`${name}: ${book instanceof FormatError ? book.message : 'no error'}, expected ${errors[name]}`)
      if (!(book instanceof FormatError)) found.push(...differences(name, book, expectation, positions[path]))
    }
    expect(found).toEqual([])
  })

  test('give manifests that Readium’s schema takes', async () => {
    const validate = readiumManifestValidator()
    const links = [{ rel: 'self', href: 'https://example.org/manifest.json', type: 'application/webpub+json' }]
    const found: string[] = []
    for (const path of Object.keys(expected).filter((path) => !(nameOf(path) in errors))) {
      const book = await read(path)
      if (!validate(webpubManifest(book, { links })))
        found.push(`${path}: ${JSON.stringify(validate.errors?.slice(0, 2))}`)
    }
    expect(found).toEqual([])
  })

  test('give documents that are well-formed and free of scripts', async () => {
    const found: string[] = []
    for (const path of Object.keys(expected).filter((path) => !(nameOf(path) in errors))) {
      const archive = openZip(new FileSource(join(corpus, path)), defaultLimits)
      const book = await readEpub(archive, defaultLimits)
      for (const item of book.readingOrder.filter(({ mediaType, size }) => isHtml(mediaType) && size > 0).slice(0, 5)) {
        const served = await readSanitisedResource(archive, item.href, defaultLimits, item.mediaType)
        const text = Buffer.from(served!.bytes).toString()
        if (!parseXml(served!.bytes).wellNested || /<(\w+:)?script|\son[a-z]+="|javascript:/i.test(text))
          found.push(`${path} ${item.href}`)
      }
      archive.close()
    }
    expect(found).toEqual([])
  })

  test('those of one picture a page are comics, the others are not', async () => {
    const pictures = await read(
      'epub/epubcheck/valid/epub3/03-resources__foreign-xhtml-picture-source-with-type-valid.epub',
    )
    expect(pictures).toMatchObject({
      divina: true,
      pageCount: 1,
      pages: [{ fileName: 'EPUB/image.jpeg', width: 140, height: 57 }],
    })
    for (const path of [
      'thorium/moby',
      'epubcheck/valid/epub3/06-content-document__content-xhtml-img-video-valid',
      'w3c/pub-cmt-jpeg',
    ])
      expect((await read(`epub/${path}.epub`)).divina, path).toBe(false)
  })
})
