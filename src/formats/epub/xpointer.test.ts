import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { documents, makeBook, openBooks, xhtml } from './book.fixture.ts'
import { readEpub } from './read-epub.ts'
import { locatorOfXPointer, xPointerOfLocator } from './xpointer.ts'
import { parseXPointer } from './xpointer-syntax.ts'

const open = openBooks()
// Each paragraph is ten characters and a line end.
const paragraphs = Array.from({ length: 10 }, (_, at) => `<p id="p${at + 1}">paragraph${at}</p>`)
const archive = open(
  makeBook({
    ...documents('cover', 'text', 'picture'),
    files: {
      'OPS/cover.xhtml': xhtml('<h1>Cover of the book</h1>'),
      'OPS/text.xhtml': xhtml(
        `\n<div>\n${paragraphs.slice(0, 5).join('\n')}\n</div><div>${paragraphs.slice(5).join('')}<p><img src="x.png"/> <i>it</i> end of</p></div>`,
      ),
      'OPS/picture.xhtml': xhtml('<img src="x.png"/>'),
    },
  }),
)
const book = await readEpub(archive, defaultLimits)
const locate = async (pointer: string) => {
  const locator = await locatorOfXPointer(archive, book, pointer, defaultLimits)
  return locator && [locator.href, Number(locator.locations.progression.toFixed(2))]
}
const point = (href: string, progression: number) =>
  xPointerOfLocator(archive, book, { href, progression }, defaultLimits)

describe('a position of KOReader', () => {
  test.each([
    [
      '/body/DocFragment[20]/body/p[22]/img.0',
      {
        spineIndex: 19,
        path: [
          { name: 'p', index: 22 },
          { name: 'img', index: 1 },
        ],
        offset: 0,
      },
    ],
    [
      '/body/DocFragment/body/div/p[3]/text()[2].45',
      {
        spineIndex: 0,
        path: [
          { name: 'div', index: 1 },
          { name: 'p', index: 3 },
          { name: 'text()', index: 2 },
        ],
        offset: 45,
      },
    ],
    ['/body/DocFragment[2]/body/autoBoxing[3]/p', { spineIndex: 1, path: [{ name: 'p', index: 1 }] }],
    ['/body/DocFragment[7].0', { spineIndex: 6, path: [], offset: 0 }],
    ['#_doc_fragment_19_ chapter', { spineIndex: 19, path: [], id: 'chapter' }],
    ['#_doc_fragment_0_', { spineIndex: 0, path: [] }],
  ])('%s is taken apart', (written, parts) => expect(parseXPointer(written)).toEqual(parts))

  test.each([
    '12',
    '',
    '/html/body/p',
    '/body/DocFragment[0]/body',
    '/body/DocFragment[x]',
    `/body/DocFragment[1]/${'a'.repeat(5000)}`,
  ])('%s is none', (written) => expect(parseXPointer(written)).toBeUndefined())

  test('is converted to a document and the share of its text before the position', async () => {
    expect(await locate('/body/DocFragment[1]/body/h1/text().0')).toEqual(['OPS/cover.xhtml', 0])
    expect(await locate('/body/DocFragment[2]/body/div[1]/p[1]/text().0')).toEqual(['OPS/text.xhtml', 0])
    expect(await locate('/body/DocFragment[2]/body/div[2]/p[1]/text().0')).toEqual([
      'OPS/text.xhtml',
      Number((55 / 120).toFixed(2)),
    ])
    expect(await locate('/body/DocFragment[2]/body/div[2]/p[1]/text().5')).toEqual([
      'OPS/text.xhtml',
      Number((60 / 120).toFixed(2)),
    ])
    expect(await locate('/body/DocFragment[2]/body/div[2]/p[6]/img.0')).toEqual([
      'OPS/text.xhtml',
      Number((110 / 120).toFixed(2)),
    ])
    expect(await locate('#_doc_fragment_1_ p6')).toEqual(['OPS/text.xhtml', Number((55 / 120).toFixed(2))])
    expect(await locate('/body/DocFragment[3]/body/img.0')).toEqual(['OPS/picture.xhtml', 0])
  })

  test('is converted as far as its path exists in the document', async () => {
    expect(await locate('/body/DocFragment[2]/body/div[2]/section/p[99]/text().3')).toEqual([
      'OPS/text.xhtml',
      Number((55 / 120).toFixed(2)),
    ])
    expect(await locate('/body/DocFragment[9]/body')).toBeUndefined()
  })
})

describe('a position in the book', () => {
  test('becomes a pointer to the block that holds it', async () => {
    expect(await point('OPS/cover.xhtml', 0.5)).toBe('/body/DocFragment[1]/body/h1.0')
    expect(await point('OPS/text.xhtml', 0)).toBe('/body/DocFragment[2]/body/div[1]/p[1].0')
    expect(await point('OPS/text.xhtml', 0.5)).toBe('/body/DocFragment[2]/body/div[2]/p[1].0')
    expect(await point('OPS/text.xhtml', 1)).toBe('/body/DocFragment[2]/body/div[2]/p[6].0')
    expect(await point('OPS/picture.xhtml', 0.3)).toBe('/body/DocFragment[3]/body.0')
    expect(await point('OPS/none.xhtml', 0)).toBeUndefined()
  })

  test('comes back to within a block of where it was', async () => {
    for (let progression = 0; progression <= 1; progression += 0.05) {
      const locator = await locatorOfXPointer(
        archive,
        book,
        (await point('OPS/text.xhtml', progression))!,
        defaultLimits,
      )
      expect(Math.abs(locator!.locations.progression - progression)).toBeLessThan(0.1)
    }
  })
})
