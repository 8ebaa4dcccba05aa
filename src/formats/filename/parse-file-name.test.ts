import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorTimeOf } from '../../../test/processor-time.ts'
import type { FileNameFacts, NameContext } from './file-name-facts.ts'
import { parseFileName } from './parse-file-name.ts'

type Row = [name: string, facts: Partial<FileNameFacts>]

function reads(rows: Row[], context?: NameContext) {
  for (const [name, facts] of rows) {
    it(`reads ${name}`, () => expect(parseFileName(name, context)).toMatchObject(facts))
  }
}

describe('names without any known facts', () => {
  reads([
    ['Comic Shop News 1333 Vol. 3.cbr', { series: 'Comic Shop News', number: '1333', volume: '3' }],
    ['The Beano 1960 V2010.cbz', { series: 'The Beano', number: '1960', volume: '2010' }],
    ['Mob Psycho 100 Vol. 3.cbz', { series: 'Mob Psycho 100', number: undefined, volume: '3' }],
    ['Kind of Deadly v02 - Last Bullet (2006) (Digital).cbr', { number: '2', volume: '2', title: 'Last Bullet' }],
    ['Identity Crisis Extra - Sketches (2005).cbz', { series: 'Identity Crisis - Sketches' }],
  ])
})

describe('folders that say what they hold', () => {
  reads([['Air Gear v01 (2016).cbz', { volume: '1', number: undefined }]], { folders: ['Manga', 'Air Gear'] })
  reads([['Air Gear v01 (2016).cbz', { volume: '1', number: '1' }]], { folders: ['Manga Dogs', 'Air Gear'] })
})

describe('comics', () => {
  reads(
    [
      ['100 Bullets 001 (1999).cbz', { series: '100 Bullets', number: '1', year: 1999 }],
      ['30 Days of Night (2002).cbz', { series: '30 Days of Night', number: undefined }],
      ['52 001 (2006) (digital).cbz', { series: '52', number: '1', format: 'digital' }],
      ["X-Men '92 001 (2016).cbz", { series: "X-Men '92", number: '1' }],
      ['Spider-Man 2099 001 (1992).cbr', { series: 'Spider-Man 2099', number: '1', year: 1992 }],
      ['Wolverine 001.MU (2017).cbz', { series: 'Wolverine', number: '1.MU' }],
      ['Uncanny X-Men #-1 (1997).cbz', { series: 'Uncanny X-Men', number: '-1' }],
      ['Justice League No. 1 (Nov 2011).cbz', { series: 'Justice League', number: '1', released: '2011-11' }],
      ['Heavy Metal v24 n02 (2000-05).cbr', { series: 'Heavy Metal', volume: '24', number: '2', month: 5 }],
      ['DC One Million 1,000,000.cbz', { series: 'DC One Million', number: '1000000' }],
      ['X-Men_Legacy-001.cbz', { series: 'X-Men Legacy', number: '1' }],
      ['Thorgal - 01 - La magicienne.cbr', { series: 'Thorgal', number: '1', title: 'La magicienne' }],
      ['Age of Apocalypse V2012 #3 (2014).cbz', { volume: '2012', year: 2012, released: '2014' }],
      ['Robocop 01 (of 04) (1992) (Dark Horse) (c2c).cbr', { count: '4', publisher: 'Dark Horse', coverToCover: true }],
      ['The Walking Dead v01 - Days Gone Bye (2006).cbz', { volume: '1', number: '1', title: 'Days Gone Bye' }],
    ],
    { kind: 'comic' },
  )
})

describe('manga', () => {
  reads(
    [
      ['Mob Psycho 100 v02 (2019).cbz', { series: 'Mob Psycho 100', volume: '2', number: undefined }],
      ['3-gatsu no Lion v01.cbz', { series: '3-gatsu no Lion', volume: '1' }],
      ['Kaiju No. 8 036 (2021).cbz', { series: 'Kaiju No. 8', number: '36' }],
      ['Zom 100 - Bucket List of the Dead 005.cbz', { series: 'Zom 100 - Bucket List of the Dead', number: '5' }],
      ['Tower of God S03E12 - Flower.cbz', { series: 'Tower of God', volume: '3', chapter: '12', title: 'Flower' }],
      ['鋼の錬金術師 全27巻.zip', { series: '鋼の錬金術師', volume: '1-27' }],
      ['名侦探柯南 第十二卷.zip', { series: '名侦探柯南', volume: '12' }],
      ['進撃の巨人（34）.zip', { series: '進撃の巨人', number: '34' }],
      ['Naruto - Capítulo 700 [ESP].cbz', { series: 'Naruto', chapter: '700', language: 'es' }],
      ['Vinland.Saga.v01.2013.Digital.cbz', { series: 'Vinland Saga', volume: '1', year: 2013 }],
      ['[漫画][进击的巨人][诸葛创][Vol.01].zip', { series: '进击的巨人', volume: '1' }],
      ['나 혼자만 레벨업 제15화.zip', { series: '나 혼자만 레벨업', chapter: '15' }],
      ['Title with (brackets) inside v01.cbz', { series: 'Title with (brackets) inside', volume: '1' }],
      ['(C99) [Circle (Artist)] Title [English].zip', { series: 'Title', number: undefined, language: 'en' }],
    ],
    { kind: 'manga' },
  )
})

describe('books', () => {
  reads([
    ['Fahrenheit 451.epub', { series: 'Fahrenheit 451', number: undefined }],
    ['Catch-22.epub', { series: 'Catch-22', number: undefined }],
    ['Foundation (Foundation #1).epub', { series: 'Foundation', number: '1', title: 'Foundation' }],
    ['Mistborn 01 - The Final Empire.epub', { series: 'Mistborn', number: '1', title: 'The Final Empire' }],
    ['Overlord, Vol. 5.epub', { series: 'Overlord', volume: '5' }],
  ])
})

describe('folders', () => {
  const rows: [path: string, facts: Partial<FileNameFacts>][] = [
    ['Btooom!/Vol.1/Chapter 2/1.cbz', { series: 'Btooom!', volume: '1', number: '2' }],
    ['Plush (2018)/Plush 002 (2019).cbz', { series: 'Plush', volume: '2018', number: '2', year: 2019 }],
    ['Love Hina/Specials/Art Collection.cbz', { series: 'Love Hina', special: true }],
    ['_oneshots/Laughs #1 (2005).cbr', { series: 'Laughs', oneShot: true, number: '1' }],
    ['9c/9c41d0e1.epub', { series: undefined }],
    ['Pilot Season/01 - The Bomb.cbz', { series: 'Pilot Season', number: '1', title: 'The Bomb' }],
  ]
  for (const [path, facts] of rows) {
    it(`reads ${path}`, () => {
      const folders = path.split('/')
      expect(parseFileName(folders.pop()!, { folders })).toMatchObject(facts)
    })
  }
})

describe('hostile names', () => {
  const pieces = fc.constantFrom(
    '1',
    '0',
    '-',
    ' ',
    '(',
    ')',
    '[',
    '#',
    'v',
    'c',
    '.',
    '_',
    '第',
    '巻',
    'of',
    'Vol',
    'ch',
    '\0',
  )
  const names = fc.array(pieces, { maxLength: 400 }).map((parts) => parts.join(''))

  it('never throw, and never make a series out of blanks', () => {
    fc.assert(
      fc.property(fc.oneof(names, fc.string({ unit: 'binary', maxLength: 300 })), (name) => {
        const { series } = parseFileName(name, { folders: [name.slice(0, 50)] })
        expect(series === undefined || series.trim() !== '').toBe(true)
      }),
    )
  })

  it('of any length take no time', () => {
    const hostile = [
      '1',
      '1-',
      '(',
      '((',
      ' - ',
      '#1 ',
      'v1 ',
      '0.',
      '_',
      '__',
      '1 of ',
      '第1',
      ' ',
      '.1a',
      '-',
      'ch.',
      'II',
      '{',
    ]
    for (const piece of hostile) {
      for (const kind of ['comic', 'manga', 'book'] as const) {
        const name = `${piece.repeat(100_000)}x.cbz`
        // Quadratic matching would take minutes.
        expect(
          processorTimeOf(() => parseFileName(name, { kind })),
          piece,
        ).toBeLessThan(2000)
      }
    }
  })
})
