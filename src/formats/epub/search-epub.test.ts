import { expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { documents, makeBook, openBooks, xhtml } from './book.fixture.ts'
import { readEpub } from './read-epub.ts'
import { searchEpub } from './search-epub.ts'

const open = openBooks()
const archive = open(
  makeBook({
    manifest: `${documents('a', 'b', 'c').manifest}<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>`,
    spine: documents('a', 'b', 'c').spine,
    files: {
      'OPS/a.xhtml': xhtml(
        '<h1>Café</h1><p>The  quick\n<b>brown</b> fox.</p><p>Don’t stop.</p>',
        '<title>fox in the title</title><style>fox{}</style>',
      ),
      'OPS/b.xhtml': '<p>A FOX & another fox<p>end of it',
      'OPS/c.xhtml': xhtml('<p>吾輩は<ruby>猫<rt>ねこ</rt></ruby>である。ﬁn Straße</p>'),
      'OPS/nav.xhtml': xhtml('<nav epub:type="toc"><ol><li><a href="b.xhtml">Second</a></li></ol></nav>'),
    },
  }),
)
const book = await readEpub(archive, defaultLimits)
const search = (query: string, max?: number) => searchEpub(archive, book, query, defaultLimits, { max })

test('finds words in reading order, with their context and position', async () => {
  const { hits, isComplete } = await search('fox')
  expect(isComplete).toBe(true)
  expect(hits.map(({ href, match }) => [href, match])).toEqual([
    ['OPS/a.xhtml', 'fox'],
    ['OPS/b.xhtml', 'FOX'],
    ['OPS/b.xhtml', 'fox'],
  ])
  expect(hits[0]).toMatchObject({ before: 'Café\nThe quick brown ', after: '.\nDon’t stop.\n' })
  expect(hits[2]).toMatchObject({
    title: 'Second',
    locator: {
      href: 'OPS/b.xhtml',
      type: 'application/xhtml+xml',
      locations: { position: 2 },
      text: { highlight: 'fox' },
    },
  })
  expect(hits[2]!.locator.locations.progression).toBeCloseTo(16 / 30, 1)
  expect(hits[2]!.locator.locations.totalProgression).toBeGreaterThan(1 / 3)
})

test('ignores case, accents, white space, quotes, ligatures and markup inside a phrase', async () => {
  for (const query of ['CAFE', 'quick brown', " don't  STOP", '吾輩は猫である', 'fin', 'strasse'.replace('ss', 'ß')])
    expect((await search(query)).hits, query).toHaveLength(1)
  expect((await search('cafe')).hits[0]!.match).toBe('Café')
})

test('finds whole words before the mark of a note, and words that only look like one', async () => {
  const files = {
    'OPS/a.xhtml': xhtml(
      '<p>Maps lie<sup><a href="#n">1</a></sup>, kindly<a href="#m"><sup>[<b>2</b>]</sup></a>. H<sub>2</sub>O, <a href="#x">over</a>all.</p>',
    ),
  }
  const notes = open(makeBook({ ...documents('a'), files }))
  const read = await readEpub(notes, defaultLimits)
  const find = (query: string) => searchEpub(notes, read, query, defaultLimits, { wholeWords: true })
  for (const query of ['lie', 'kindly', 'H2O', 'overall']) expect((await find(query)).hits, query).toHaveLength(1)
  expect((await find('lie')).hits[0]).toMatchObject({ before: 'Maps ', after: ' 1, kindly [2]. H2O, overall.\n' })
})

test('finds nothing in an empty text, and stops at the limit', async () => {
  expect((await search('   ')).hits).toEqual([])
  expect((await search('zebra')).hits).toEqual([])
  expect(await search('fox', 2)).toMatchObject({ isComplete: false, hits: { length: 2 } })
})
