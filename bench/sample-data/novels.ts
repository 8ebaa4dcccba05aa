import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../sample-library/random.ts'
import { makeZip } from '../sample-library/zip.ts'

export interface Novels {
  folder: string
  /** From the most frequent to those that are in few books. */
  words: string[]
}

const CHAPTERS = 30
const VOCABULARY = 60_000
const VERSION = 1

/** EPUBs of this many words, with the frequencies of a language: few are everywhere, most are rare. */
export function makeNovels(out: string, count: number, wordsEach: number): Novels {
  const words = Array.from({ length: VOCABULARY }, (_, index) => wordOf(index))
  const folder = join(out, `novels-${VERSION}-${count}-${wordsEach}`)
  if (existsSync(folder)) return { folder, words }
  const growing = `${folder}.part`
  rmSync(growing, { recursive: true, force: true })
  mkdirSync(growing, { recursive: true })
  for (let book = 1; book <= count; book++) {
    const random = new Random('novel', book)
    const chapter = () =>
      Array.from({ length: Math.ceil(wordsEach / CHAPTERS / 100) }, () => {
        const sentence = Array.from({ length: 100 }, () => words[random.rank(VOCABULARY)]!)
        return `<p>${sentence.join(' ')}.</p>`
      }).join('\n')
    writeFileSync(join(growing, `Novel ${String(book).padStart(4, '0')}.epub`), makeNovel(book, chapter))
  }
  renameSync(growing, folder)
  return { folder, words }
}

/** Made of syllables, so that words begin and end alike as real ones do. */
function wordOf(index: number): string {
  const random = new Random('word', index)
  const syllables = 1 + Math.min(3, Math.floor(Math.log10(index + 1)))
  const consonants = [...'bcdfghklmnprstvw']
  const made = Array.from({ length: syllables }, () => random.pick(consonants) + random.pick([...'aeiou'])).join('')
  return `${made}${random.pick([...consonants, ''])}`
}

function makeNovel(book: number, chapter: () => string): Buffer {
  const ids = Array.from({ length: CHAPTERS }, (_, index) => `c${index + 1}`)
  const items = ids.map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join('')
  const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content), isDeflated: true })
  const page = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`
  return makeZip(
    [
      { name: 'mimetype', bytes: Buffer.from('application/epub+zip') },
      text(
        'META-INF/container.xml',
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
      ),
      text(
        'b.opf',
        `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Novel ${book}</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items}</manifest><spine>${ids.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
      ),
      text('nav.xhtml', page('<nav><ol><li><a href="c1.xhtml">Beginning</a></li></ol></nav>')),
      ...ids.map((id) => text(`${id}.xhtml`, page(chapter()))),
    ],
    `novel ${book}`,
  )
}
