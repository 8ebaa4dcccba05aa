import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { makeEpub } from '../../../../test/fixtures/make-epub.ts'
import { makeZip } from '../../../../test/fixtures/make-zip.ts'
import { FileSource } from '../../archive/file-source.ts'
import { openArchive } from '../../archive/open-archive.ts'
import { detectFileKind } from '../../detect-file-kind.ts'
import { defaultLimits } from '../../limits.ts'
import { readEpub } from '../read-epub.ts'
import { readSanitisedResource } from '../read-sanitised-resource.ts'
import { toKepubDocument } from './kepub-document.ts'
import { progressionOfSpan, spanAtProgression } from './span-progression.ts'
import { writeKepub } from './write-kepub.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-kepub-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const page = (body: string) =>
  Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>${body}</body></html>`)
/** The body inside the two wrappers. */
const converted = (body: string): string =>
  /<div id="book-inner">([\s\S]*)<\/div><\/div><\/body>/.exec(toKepubDocument(page(body)).markup)![1]!
const span = (id: string, text: string) => `<span class="koboSpan" id="kobo.${id}">${text}</span>`

describe('spans', () => {
  it.each([
    ['a sentence', '<p>One.</p>', `<p>${span('1.1', 'One.')}</p>`],
    [
      'sentences of a paragraph',
      '<p>One. Two! Three?</p>',
      `<p>${span('1.1', 'One. ')}${span('1.2', 'Two! ')}${span('1.3', 'Three?')}</p>`,
    ],
    ['closing quotes', '<p>“One.” Two.</p>', `<p>${span('1.1', '“One.” ')}${span('1.2', 'Two.')}</p>`],
    ['no cut without a space', '<p>3.14 is pi.No cut: here</p>', `<p>${span('1.1', '3.14 is pi.No cut: here')}</p>`],
    ['paragraphs', '<p>One.</p><p>Two.</p>', `<p>${span('1.1', 'One.')}</p><p>${span('2.1', 'Two.')}</p>`],
    ['text before any paragraph', 'One.<p>Two.</p>', `${span('0.1', 'One.')}<p>${span('1.1', 'Two.')}</p>`],
    [
      'inline elements',
      '<p>One <b>two.</b> Three.</p>',
      `<p>${span('1.1', 'One ')}<b>${span('1.2', 'two.')}</b>${span('1.3', ' Three.')}</p>`,
    ],
    ['white space between blocks', '<div>\n<p>One.</p>\n</div>', `<div>\n<p>${span('1.1', 'One.')}</p>\n</div>`],
    [
      'white space directly in a paragraph',
      '<p> <b>One.</b></p>',
      `<p>${span('1.1', ' ')}<b>${span('1.2', 'One.')}</b></p>`,
    ],
    [
      'pictures',
      '<p>One.</p><img src="a.png"/><p>Two.</p>',
      `<p>${span('1.1', 'One.')}</p>${span('2.1', '<img src="a.png"/>')}<p>${span('3.1', 'Two.')}</p>`,
    ],
    [
      'lists',
      '<ul><li>One.</li><li>Two.</li></ul><p>Three.</p>',
      `<ul><li>${span('1.1', 'One.')}</li><li>${span('1.2', 'Two.')}</li></ul><p>${span('2.1', 'Three.')}</p>`,
    ],
    [
      'what is left as it is',
      '<pre>One. Two.</pre><p>Three.</p>',
      `<pre>One. Two.</pre><p>${span('1.1', 'Three.')}</p>`,
    ],
    ['entities', '<p>A &amp; B&nbsp;C &lt; D.</p>', `<p>${span('1.1', 'A &amp; B\u00a0C &lt; D.')}</p>`],
    ['empty traces of Word', '<p>One.<o:p></o:p></p>', `<p>${span('1.1', 'One.')}</p>`],
    [
      'text inside traces of Word',
      '<p>In <st1:City>London.</st1:City> Yes.<o:p> No.</o:p></p>',
      `<p>${span('1.1', 'In ')}${span('1.2', 'London.')}${span('1.3', ' Yes.')}${span('1.4', ' No.')}</p>`,
    ],
  ])('mark %s', (_name, body, expected) => {
    expect(converted(body)).toBe(expected)
  })

  it('leave a book that has them already', () => {
    const body = `<p>${span('7.1', 'One. Two.')}</p>`
    const { markup, spans } = toKepubDocument(page(body))
    expect(markup).toContain(body)
    expect(spans).toEqual([{ id: 'kobo.7.1', offset: 0 }])
  })

  it('are not taken for there by a comment, and are known in any spelling', () => {
    expect(converted('<!-- <i class="koboSpan"> --><p>One.</p>')).toBe(`<p>${span('1.1', 'One.')}</p>`)
    for (const given of ["<span class='koboSpan' id='kobo.1.1'>", '<span class=koboSpan id=kobo.1.1>']) {
      const wrapped = `<body><div id='book-columns'><div id='book-inner'><p>${given}One. Two.</span></p></div></div></body>`
      const { markup, spans } = toKepubDocument(Buffer.from(`<html>${wrapped}</html>`))
      expect(spans).toEqual([{ id: 'kobo.1.1', offset: 0 }])
      expect(markup.match(/book-columns/g)).toHaveLength(1)
    }
  })

  it('begin behind what a document declares, also where that cannot be read as XML', () => {
    const declared = '<!DOCTYPE html [<!ENTITY xxe SYSTEM "a>b"> <!-- ]> --> <!ENTITY me "I &amp; you">]>'
    const { markup, spans } = toKepubDocument(Buffer.from(`${declared}<html><body><p>&xxe; One.</p></body></html>`))
    expect(markup).toContain('<body><div id="book-columns">')
    expect(markup).not.toContain(']&gt;')
    expect(spans).toHaveLength(1)
  })

  it('keep every character of the text, in markup that is not well-formed too', () => {
    const body = '<p>One. Two<br>three & four. <p>Five <i>six. Seven</i>.'
    const text = toKepubDocument(page(body)).markup.replace(/<title>.*?<\/title>|<style[\s\S]*?<\/style>|<[^>]+>/g, '')
    expect(text.replaceAll(/\s+/g, ' ').replaceAll('&amp;', '&').trim()).toBe('One. Twothree & four. Five six. Seven.')
  })

  it('are in a document without a body too', () => {
    for (const text of ['<p>One. Two.</p>', '<html><head><title>T</title></head><p>One. Two.</p></html>']) {
      const { markup, spans } = toKepubDocument(Buffer.from(text))
      expect(markup).toContain(`<p>${span('1.1', 'One. ')}${span('1.2', 'Two.')}</p>`)
      expect(spans).toHaveLength(2)
    }
  })

  it('have ids that are never used twice', () => {
    const body = Array.from({ length: 200 }, (_, n) => `<p>A${n}. B.<ul><li>C. D.</li></ul>E.</p><img src="x"/>`).join(
      '',
    )
    const { spans } = toKepubDocument(page(body))
    expect(new Set(spans.map(({ id }) => id)).size).toBe(spans.length)
    expect(spans.length).toBeGreaterThan(1000)
  })
})

async function convert(epub: Uint8Array, name: string): Promise<Buffer> {
  const file = makeFile(epub, name)
  const target = join(folder, `${name}.kepub.epub`)
  await withArchive(file, (archive) => writeKepub(archive, target, defaultLimits))
  return readFileSync(target)
}

function makeFile(bytes: Uint8Array, name: string): string {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

async function withArchive<T>(
  file: string,
  work: (archive: Awaited<ReturnType<typeof openArchive>>) => Promise<T>,
): Promise<T> {
  const source = new FileSource(file)
  try {
    return await work(await openArchive(source, detectFileKind(source) as never, defaultLimits))
  } finally {
    source.close()
  }
}

test('a converted book is a book, with the same bytes each time', async () => {
  const kepub = await convert(makeEpub(), 'a.epub')
  expect(kepub.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
  expect(await convert(makeEpub(), 'b.epub')).toEqual(kepub)
  const file = makeFile(kepub, 'c.epub')
  const book = await withArchive(file, (archive) => readEpub(archive, defaultLimits))
  expect(book.metadata.title).toBe('T')
  expect(book.readingOrder.map(({ href }) => href)).toEqual(['c.xhtml'])
  // As served to the web reader.
  const chapter = await withArchive(file, (archive) => readSanitisedResource(archive, 'c.xhtml', defaultLimits))
  expect(Buffer.from(chapter!.bytes).toString()).toContain(span('1.1', 'Once upon a time.'))
})

test('positions go from spans to progress and back', async () => {
  const body = Array.from({ length: 50 }, (_, n) => `<p>Sentence ${n}. Another one.</p>`).join('')
  const file = makeFile(makeZip([{ name: 'c.xhtml', data: page(body), method: 8 }]), 'spans.zip')
  await withArchive(file, async (archive) => {
    for (const progression of [0, 0.1, 0.333, 0.5, 0.999, 1]) {
      const id = await spanAtProgression(archive, 'c.xhtml', progression, defaultLimits)
      const back = await progressionOfSpan(archive, 'c.xhtml', id!, defaultLimits)
      expect(Math.abs(back! - progression)).toBeLessThan(0.02)
      expect(await spanAtProgression(archive, 'c.xhtml', back!, defaultLimits)).toBe(id)
    }
    expect(await progressionOfSpan(archive, 'c.xhtml', 'kobo.999.1', defaultLimits)).toBeUndefined()
    expect(await spanAtProgression(archive, 'none.xhtml', 0, defaultLimits)).toBeUndefined()
  })
})
