import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { listBooks } from '../book/list.ts'
import { makeTestViewer } from '../list/test-catalogue.fixture.ts'
import type { Db } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { listSeries } from '../series/list.ts'
import { recountSeries } from '../series/recount.ts'
import { newUid } from '../uid.ts'
import { readVisibility } from '../visibility/read-visibility.ts'
import { indexBooksForSearch, indexSeriesForSearch, reindexChangedWords } from './index-words.ts'
import { compileMatchExpression, parseQueryWords } from './query-words.ts'
import { mayBeMisspelt, typoVariantsOf } from './typo-variants.ts'

const rows = { limit: 50, offset: 0 }

async function fill(db: Db) {
  return db.transaction(async (tx) => {
    const user = await makeUser(tx)
    const library = await makeLibrary(tx)
    const add = async (
      title: string,
      books: string[],
      some: Parameters<typeof makeSeries>[2] = {},
      alternate?: string,
    ) => {
      const series = await makeSeries(tx, library, { title, ...some })
      if (alternate) {
        await tx
          .insertInto('alternate_title')
          .values({ uid: newUid(), series_id: series.id, label: 'x', title: alternate, created_at: 1, updated_at: 1 })
          .execute()
      }
      const ids = []
      for (const book of books) ids.push((await makeBook(tx, series, { title: book })).id)
      await recountSeries(tx, [series.id])
      await indexSeriesForSearch(tx, db.kind, [series.id])
      await indexBooksForSearch(tx, db.kind, ids)
    }
    await add('The Boys', ['The Boys 1', 'The Boys 2'], { publisher: 'Dynamite' })
    await add('Boys Over Flowers', ['Boys Over Flowers'])
    await add('Tintin: L’Île Noire', ['L’Île Noire'], { authors: '[{"name":"Hergé","role":"author"}]' })
    await add('進撃の巨人', ['進撃の巨人 1', '進撃の巨人 2'], {}, 'Attack on Titan')
    await add('원피스', ['원피스 1'])
    await add('Ｎａｒｕｔｏ', ['Naruto Shippuden'])
    await add('Secret Naruto', ['Hidden Naruto Book'], { age_rating: 18 })
    for (const title of ['Spider-Man', 'X-Men', 'Straße', 'Łódź', 'Đặng Việt', 'Ærø', 'Þór', 'Œuvre', 'ﬁnal fantasy'])
      await add(title, [])
    for (const title of ['Iron Man', 'Iron-Man', 'Ironman', 'Dr.STONE', '20th Century', 'Amazing-Ant-Man'])
      await add(title, [])
    for (const title of [
      'Saga',
      'Łódź Noir',
      'ドラゴンボール',
      'ゆるキャン',
      '龍族',
      'हिन्दी कविता',
      'المدينة الفاضلة',
      'مدينة الملح',
      'ﷲ أكبر',
      '!!!',
      '☆★☆',
    ])
      await add(title, [])
    return user.id
  })
}

onBothDatabases((open) => {
  let made: Promise<{ db: Db; userId: number }> | undefined
  const filled = () => {
    made ??= open().then(async ({ db }) => ({ db, userId: await fill(db) }))
    return made
  }
  const series = async (search: string) => {
    const { db, userId } = await filled()
    const page = await listSeries(db, makeTestViewer(userId), { search }, rows)
    expect(page.total).toBe(page.data.length)
    return page.data.map((one) => one.title)
  }
  const books = async (search: string) => {
    const { db, userId } = await filled()
    return (await listBooks(db, makeTestViewer(userId), { search }, rows)).data.map((one) => one.title)
  }

  it('finds words in any order, each by its beginning', async () => {
    expect(await series('flow boy')).toEqual(['Boys Over Flowers'])
    expect(await series('ver')).toEqual([])
  })

  it('puts the title itself before titles that begin so', async () => {
    expect(await series('boys')).toEqual(['The Boys', 'Boys Over Flowers'])
    expect(await series('boys over')).toEqual(['Boys Over Flowers'])
  })

  it('ignores case, accents, width and punctuation', async () => {
    expect(await series('TINTIN ile')).toEqual(['Tintin: L’Île Noire'])
    expect(await series("l'île, noire!")).toEqual(['Tintin: L’Île Noire'])
    expect(await series('naruto')).toContain('Ｎａｒｕｔｏ')
    expect(await series('ＮＡＲＵＴＯ')).toContain('Ｎａｒｕｔｏ')
  })

  it('finds titles of nothing but symbols', async () => {
    expect(await series('!!!')).toEqual(['!!!'])
    expect(await series('!')).toEqual(['!!!'])
    expect(await series('★')).toEqual(['☆★☆'])
    expect(await series('☆★☆☆')).toEqual([])
    const { db, userId } = await filled()
    const sort = [{ field: 'name' as const, direction: 'desc' as const }]
    const sorted = await listSeries(db, makeTestViewer(userId), { search: '!', sort }, rows)
    expect([sorted.total, sorted.data.map((one) => one.title)]).toEqual([1, ['!!!']])
    expect(await books('!!!')).toEqual([])
  })

  it('finds what people type for letters their keyboard has not', async () => {
    for (const [typed, ...titles] of [
      ...[
        ['strasse', 'Straße'],
        ['STRAẞE', 'Straße'],
        ['lodz', 'Łódź', 'Łódź Noir'],
        ['dang viet', 'Đặng Việt'],
        ['aero', 'Ærø'],
        ['thor', 'Þór'],
        ['oeuvre', 'Œuvre'],
        ['final fantasy', 'ﬁnal fantasy'],
        ['strase', 'Straße'],
        ['oeuvr', 'Œuvre'],
        ['oeuvrre', 'Œuvre'],
      ],
    ])
      expect([typed, await series(typed!)]).toEqual([typed, titles])
  })

  it('takes hiragana and katakana for each other, of any width', async () => {
    for (const typed of ['どらごん', 'ドラゴン', 'ﾄﾞﾗｺﾞﾝ', 'ごんぼー'])
      expect([typed, await series(typed)]).toEqual([typed, ['ドラゴンボール']])
    for (const typed of ['ゆるきゃん', 'ユルキャン']) expect(await series(typed)).toEqual(['ゆるキャン'])
  })

  it('finds Arabic words with and without their article, however they are spelt', async () => {
    for (const typed of ['مدينة', 'مدينه', 'المدينة', 'الـمَدينة'])
      expect([typed, (await series(typed)).toSorted()]).toEqual([typed, ['المدينة الفاضلة', 'مدينة الملح']])
    expect(await series('المدينة')).toHaveLength(2)
    for (const typed of ['ملح', 'الم', 'والملح'])
      expect([typed, await series(typed)]).toContainEqual(expect.arrayContaining(['مدينة الملح']))
    for (const typed of ['الله اكبر', 'أكبر']) expect(await series(typed)).toEqual(['ﷲ أكبر'])
    expect(await series('له')).toEqual([])
  })

  it('finds words that are joined, split or hyphenated by each other', async () => {
    for (const typed of ['spiderman', 'spider-man', 'spider man', 'SpiderMan', 'spidermn', 'spidre man', 'spiderm'])
      expect([typed, await series(typed)]).toEqual([typed, ['Spider-Man']])
    for (const typed of ['xmen', 'x-men', 'x men']) expect([typed, await series(typed)]).toEqual([typed, ['X-Men']])
    for (const typed of ['ironman', 'iron man', 'iron-man'])
      expect([typed, (await series(typed)).toSorted()]).toEqual([typed, ['Iron Man', 'Iron-Man', 'Ironman']])
    for (const typed of ['drstone', 'dr stone', 'dr.stone']) expect(await series(typed)).toEqual(['Dr.STONE'])
    for (const typed of ['antman', 'amazingantman', 'ant man']) expect(await series(typed)).toEqual(['Amazing-Ant-Man'])
    for (const typed of ['20th', '20 th', '20th-century']) expect(await series(typed)).toEqual(['20th Century'])
  })

  it('finds numbers however their thousands are separated', async () => {
    const { db } = await open()
    const userId = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const titles = ['1,000 Faces', '1.000 Gesichter', '1\u202f000 visages', '1’000’000 Pigs', '1000 Knights']
      for (const title of [...titles, 'Agent 007 in 10 Cities', '20,000 Leagues', 'Blade Runner 2049']) {
        const series = await makeSeries(tx, library, { title })
        await recountSeries(tx, [series.id])
        await indexSeriesForSearch(tx, db.kind, [series.id])
      }
      return (await makeUser(tx)).id
    })
    const found = async (search: string) =>
      (await listSeries(db, makeTestViewer(userId), { search }, rows)).data.map((one) => one.title)
    const thousands = ['1\u202f000 visages', '1,000 Faces', '1.000 Gesichter', '1000 Knights', '1’000’000 Pigs']
    for (const typed of ['1000', '1,000', '1.000', '1 000', "1'000"])
      expect([typed, (await found(typed)).toSorted()]).toEqual([typed, thousands.toSorted()])
    expect(await found('1000 faces')).toEqual(['1,000 Faces'])
    expect((await found('1000000'))[0]).toBe('1’000’000 Pigs')
    expect(await found('20000 leagues')).toEqual(['20,000 Leagues'])
    expect(await found('2049')).toEqual(['Blade Runner 2049'])
    expect(await found('1007')).toEqual([])
  })

  it('finds numbers as digits, Roman numerals or words, if nothing has them as they are typed', async () => {
    const { db } = await open()
    const userId = await db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const titles = [
        'Rocky IV',
        'Rocky V',
        'Alien 3',
        'Alien II',
        'Thirteen Moons',
        'Harry Band №5',
        'X-Men',
        'Hot Six',
      ]
      for (const title of [...titles, 'Rambo 2', 'Rambo II', 'I Am a Hero']) {
        const series = await makeSeries(tx, library, { title })
        await recountSeries(tx, [series.id])
        await indexSeriesForSearch(tx, db.kind, [series.id])
      }
      return (await makeUser(tx)).id
    })
    const found = async (search: string) =>
      (await listSeries(db, makeTestViewer(userId), { search }, rows)).data.map((one) => one.title)
    expect(await found('rocky 4')).toEqual(['Rocky IV'])
    expect(await found('rocky four')).toEqual(['Rocky IV'])
    expect(await found('rocky 5')).toEqual(['Rocky V'])
    expect(await found('alien iii')).toEqual(['Alien 3'])
    expect(await found('13 moons')).toEqual(['Thirteen Moons'])
    expect(await found('rambo 2')).toEqual(['Rambo 2'])
    for (const typed of ['harry band 5', 'harry band no 5', 'harry №5', 'Harry Band V'])
      expect([typed, await found(typed)]).toEqual([typed, ['Harry Band №5']])
    expect(await found('6')).toEqual(['Hot Six'])
    for (const typed of ['10', 'hero 1', 'moons 14', 'rocky 24'])
      expect([typed, await found(typed)]).toEqual([typed, []])
  })

  it('finds the same in a database that an earlier version filled', async () => {
    const { db } = await open()
    const userId = await fill(db)
    await db.transaction(async (tx) => {
      const { rows: all } = await sql<{
        id: number
      }>`select id from series where title in ('Straße', 'Spider-Man', 'ドラゴンボール', 'المدينة الفاضلة')`.execute(tx)
      for (const { id } of all) {
        if (db.kind === 'sqlite') await sql`delete from series_search where rowid = ${id}`.execute(tx)
        else await sql`delete from series_search where id = ${id}`.execute(tx)
      }
    })
    const titles = async (search: string) =>
      (await listSeries(db, makeTestViewer(userId), { search }, rows)).data.map((one) => one.title)
    expect(await titles('strasse')).toEqual([])
    await db.transaction(async (tx) => {
      await reindexChangedWords(tx, db.kind)
      await bumpRevisions(tx, 'catalog')
    })
    expect(await titles('strasse')).toEqual(['Straße'])
    expect(await titles('spiderman')).toEqual(['Spider-Man'])
    expect(await titles('どらごん')).toEqual(['ドラゴンボール'])
    expect(await titles('فاضلة')).toEqual(['المدينة الفاضلة'])
  })

  it('finds simplified, traditional and Indian titles by either spelling', async () => {
    for (const part of ['龙族', '龍族']) expect(await series(part)).toEqual(['龍族'])
    for (const part of ['हिंदी', 'हिन्दी']) expect(await series(part)).toEqual(['हिन्दी कविता'])
    expect(await series('进击的巨人')).toEqual([])
    for (const part of ['进击', '進擊']) expect(await series(part)).toEqual(['進撃の巨人'])
  })

  it('finds any part of Japanese and Korean titles', async () => {
    for (const part of ['進撃', '巨人', '撃の巨', '人', '進']) expect(await series(part)).toEqual(['進撃の巨人'])
    expect(await series('人巨')).toEqual([])
    for (const part of ['피스', '원피', '스']) expect(await series(part)).toEqual(['원피스'])
    expect(await books('巨人 2')).toEqual(['進撃の巨人 2'])
  })

  it('finds by author, publisher, alternate title, and books by their series', async () => {
    expect(await series('herge')).toEqual(['Tintin: L’Île Noire'])
    expect(await series('dynamite')).toEqual(['The Boys'])
    expect(await series('attack titan')).toEqual(['進撃の巨人'])
    expect(await books('tintin')).toEqual(['L’Île Noire'])
  })

  it('forgives one slip in a longer word when nothing matches', async () => {
    for (const slip of ['flowrs', 'flowerss', 'flovers', 'flwoers', 'fowers', 'Flowerz']) {
      expect([slip, await series(slip)]).toEqual([slip, ['Boys Over Flowers']])
    }
    expect(await series('boys flwoers')).toEqual(['Boys Over Flowers'])
    expect(await series('sgaa')).toEqual(['Saga'])
    expect(await series('lodz nior')).toEqual(['Łódź Noir'])
    expect(await series('boyz')).toEqual([])
    expect(await series('xlowrs')).toEqual([])
  })

  it('hides what a viewer may not see, and does not let it hide a forgiven slip either', async () => {
    const { db, userId } = await filled()
    const rights = { allowTagIds: [], denyTagIds: [], ageLimit: 12, allowUnrated: true }
    const child = makeTestViewer(userId, await readVisibility(db, rights))
    const titles = async (search: string) =>
      (await listSeries(db, child, { search }, rows)).data.map((one) => one.title)
    expect(await titles('naruto')).toEqual(['Ｎａｒｕｔｏ'])
    expect(await titles('secret')).toEqual([])
    expect((await listBooks(db, child, { search: 'naruto' }, rows)).total).toBe(1)
  })

  it('combines with a filter and with other sorts', async () => {
    const { db, userId } = await filled()
    const viewer = makeTestViewer(userId)
    const query = {
      search: 'boys',
      filter: { text: 'title' as const, test: { op: 'contains' as const, value: '2' } },
    }
    expect((await listBooks(db, viewer, query, rows)).data.map((one) => one.title)).toEqual(['The Boys 2'])
    const sorted = await listBooks(db, viewer, { search: 'boys', sort: [{ field: 'title', direction: 'desc' }] }, rows)
    expect(sorted.data.map((one) => one.title)).toEqual(['Boys Over Flowers', 'The Boys 2', 'The Boys 1'])
    expect(sorted.total).toBe(3)
  })

  it('takes blank as no search, and signs that no title consists of as words nobody has', async () => {
    expect((await series('  ')).length).toBe(33)
    expect(await series('!?')).toEqual([])
    expect(await series('"boys* OR NEAR(')).toEqual([])
    expect(await series("boys') | (")).toEqual(['The Boys', 'Boys Over Flowers'])
  })

  it('gives every hit exactly once over the pages, when there are more than are ranked', async () => {
    const { db } = await open()
    const { userId, count } = await db.transaction(async (tx) => {
      const user = await makeUser(tx)
      const one = await makeSeries(tx, await makeLibrary(tx), { title: 'Long Runner' })
      const ids = []
      for (let number = 1; number <= 640; number++)
        ids.push((await makeBook(tx, one, { title: `Dragon ${number}` })).id)
      await recountSeries(tx, [one.id])
      await indexBooksForSearch(tx, db.kind, ids)
      return { userId: user.id, count: ids.length }
    })
    for (const direction of ['desc', 'asc'] as const) {
      const seen: number[] = []
      for (let offset = 0; offset < count; offset += 100) {
        const query = { search: 'drag', sort: [{ field: 'relevance' as const, direction }] }
        const page = await listBooks(db, makeTestViewer(userId), query, { limit: 100, offset })
        expect(page.total).toBe(count)
        seen.push(...page.data.map((book) => book.id))
      }
      expect(new Set(seen).size).toBe(count)
      expect(seen.length).toBe(count)
    }
  })
})

describe('words', () => {
  it('become a question that cannot be anything else', () => {
    expect(compileMatchExpression('sqlite', parseQueryWords('a "b" OR c*'))).toBe(
      '"a"* AND "b"* AND ("or"* OR "bor"*) AND ("c"* OR "orc"*)',
    )
    expect(compileMatchExpression('postgres', [['a'], ['b', 'c']])).toBe("'a':* & ('b':* | 'c':*)")
  })
  it('that begin another one are left out', () => {
    expect(parseQueryWords('nar naruto nar')).toEqual([['naruto']])
  })
  it('have neighbours one slip away', () => {
    const near = typoVariantsOf('flower')
    for (const slip of ['flowe', 'flowers', 'flower'.replace('w', 'v'), 'folwer', 'lower']) expect(near).toContain(slip)
    expect(near).not.toContain('flower')
    expect(near.length).toBeLessThan(700)
    expect(['abc', 'abcd', 'abcde', '12345'].map(mayBeMisspelt)).toEqual([false, true, true, false])
    expect(typoVariantsOf('sgaa')).toEqual(['gsaa', 'saga'])
  })
})
