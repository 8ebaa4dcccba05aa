import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../test/databases.ts'
import { makeNovel } from '../../../test/fixtures/make-novel.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { updateTextIndex } from '../../catalog/text-search/update-text-index.ts'
import { ReadingThreadPool } from '../../formats/isolate/reading-thread-pool.ts'
import { defaultLimits } from '../../formats/limits.ts'
import { makePdf } from '../../formats/pdf/pdf.fixture.ts'
import { queueTextReindex } from '../../store/book-text/queue-text-reindex.ts'
import { newUid } from '../../store/uid.ts'

const novel = makeNovel('The Whale', [
  'Call me Ishmael. Some years ago I went to sea with 1,000 crowns.',
  'The white whale swam before him.\nHe threw the harpoon; the whale dived. Straße, naïve, Spider-Man.',
  'A ship, and no whale that was white at all: all 1000 were grey.',
])
const japanese = makeNovel(
  '巨人',
  ['百年前、突如出現した巨人により、人類は進撃の巨人と呼んだ。', '東京都へバスで行く。'],
  'ja',
)
const asian = makeNovel(
  'ศึกชิงบัลลังก์',
  ['เขาชิงบัลลังก์จากพี่ชาย วันนี้อากาศดี', 'मेरा दान', 'Пʼять хвилин, Qurʾān', 'हिन्दी में चाँद'],
  'th',
)
const adult = makeNovel('Grown Up', ['Nobody under age shall find this harpoon.'])
const pdf = makePdf({
  pages: ['[0 0 200 400]/Resources<</Font<</F 100 0 R>>>>'],
  content: 'BT /F 20 Tf 20 300 Td (A paper harpoon) Tj ET',
  objects: ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
})

for (const kind of databaseKinds()) {
  describe(`search inside books on ${kind}`, () => {
    let server: TestServer
    let libraryId: string
    beforeAll(async () => {
      server = await openTestServer(kind, {
        'Whale/The Whale.epub': novel,
        'Kyojin/巨人.epub': japanese,
        'Throne/ศึกชิงบัลลังก์.epub': asian,
        'Grown/Grown Up.epub': adult,
        'Paper/Paper.pdf': pdf,
        'Broken/broken.epub': Buffer.from('PK\x03\x04 nothing'),
      })
      libraryId = await server.scan({ textSearch: true })
      await server.waitForIdle()
    })
    afterAll(() => server?.close())

    const find = async (query: string, more: object = {}, as = server.admin) => {
      const { status, json } = await server.request('POST', 'search/text', { as, body: { query, ...more } })
      expect([query, status]).toEqual([query, 200])
      return json
    }
    const places = async (query: string, more: object = {}) =>
      (await find(query, more)).data
        .map(
          // biome-ignore lint/suspicious/noExplicitAny: an answer
          (hit: any) => `${hit.bookTitle} ${hit.locator.href}`,
        )
        .sort()

    it('finds words, phrases and beginnings, and leaves out what is excluded', async () => {
      expect(await places('whale')).toEqual(['The Whale c2.xhtml', 'The Whale c3.xhtml'])
      expect(await places('white whale')).toEqual(['The Whale c2.xhtml', 'The Whale c3.xhtml'])
      expect(await places('"white whale"')).toEqual(['The Whale c2.xhtml'])
      expect(await places('“White Whale”')).toEqual(['The Whale c2.xhtml'])
      expect(await places('"white whale')).toEqual(['The Whale c2.xhtml'])
      expect(await places('whale -harpoon')).toEqual(['The Whale c3.xhtml'])
      expect(await places('whale -"white whale"')).toEqual(['The Whale c3.xhtml'])
      expect(await places('ishm*')).toEqual(['The Whale c1.xhtml'])
      expect(await places('ishm')).toEqual([])
      expect(await places('"the harp*"')).toEqual(['The Whale c2.xhtml'])
      expect(await places('"the harp"*')).toEqual(['The Whale c2.xhtml'])
    })

    it('folds like titles', async () => {
      for (const query of ['STRASSE', 'naive', 'spiderman', 'Spider-Man', 'spider man', 'ｗｈａｌｅ threw']) {
        expect([query, await places(query)]).toEqual([query, ['The Whale c2.xhtml']])
      }
    })

    it('finds a number however its thousands are separated', async () => {
      for (const query of ['1000', '1,000', '1.000', '"1 000"', '"1\u202f000"', "1'000"]) {
        expect([query, await places(query)]).toEqual([query, ['The Whale c1.xhtml', 'The Whale c3.xhtml']])
      }
      expect(await places('1000 -crowns')).toEqual(['The Whale c3.xhtml'])
      expect((await find('1000 ishmael')).data).toHaveLength(1)
    })

    it('finds what is written without spaces by any characters in a row', async () => {
      expect(await places('進撃の巨人')).toEqual(['巨人 c1.xhtml'])
      expect(await places('京都')).toEqual(['巨人 c2.xhtml'])
      expect(await places('都')).toEqual(['巨人 c2.xhtml'])
      expect(await places('巨進')).toEqual([])
      const { data } = await find('進撃')
      expect(data[0]).toMatchObject({ match: '進撃', after: 'の巨人と呼んだ。' })
      expect((await find('都')).data[0]).toMatchObject({ match: '都', after: 'へバスで行く。' })
    })

    it('finds words inside a Thai sentence, and no others', async () => {
      const { data } = await find('บัลลังก์')
      expect(data[0]).toMatchObject({ before: 'เขาชิง', match: 'บัลลังก์' })
      expect((await find('ดี')).data[0]).toMatchObject({ match: 'ดี' })
      expect((await find('ดู')).total).toBe(0)
      expect((await find('दान')).total).toBe(1)
      expect((await find('दिन')).total).toBe(0)
      const titled = await server.request('POST', 'books/list', {
        as: server.admin,
        body: { fullTextSearch: 'บัลลังก์' },
      })
      expect(titled.json.data).toHaveLength(1)
    })

    it('takes every kind of apostrophe for the same', async () => {
      for (const query of ["п'ять", 'п’ять', 'пʼять', 'пять', "qur'an", 'quran', 'Qurʾān']) {
        expect([query, (await find(query)).total]).toEqual([query, 1])
      }
    })

    it('takes spellings of China, Japan and India for each other', async () => {
      for (const query of ['東京', '东京', '東京都', '"东京都"'])
        expect((await find(query)).data[0]?.match).toContain('東京')
      for (const query of ['हिंदी', 'हिन्दी', 'चांद', 'चाँद'])
        expect([query, (await find(query)).total]).toEqual([query, 1])
    })

    it('takes hiragana and katakana for each other', async () => {
      for (const query of ['ばす', 'バス', 'ﾊﾞｽ']) expect((await find(query)).data[0]).toMatchObject({ match: 'バス' })
    })

    it('reads only those books again that hold letters which are now folded otherwise', async () => {
      const { db } = server
      await db.transaction((tx) => queueTextReindex(tx, /\p{Script=Katakana}/u))
      const stale = await db.query.selectFrom('book_text_state').select('book_id').where('hash', '=', '').execute()
      expect(stale).toHaveLength(1)
      await server.waitForIdle()
      const { json } = await server.request('GET', 'tasks?type=index_text', { as: server.admin })
      expect(json.data[0]).toMatchObject({ status: 'completed', result: { indexed: 1, failed: 0 } })
      expect((await find('ばす')).total).toBe(1)
      await db.transaction((tx) => queueTextReindex(tx))
      const fresh = db.query.selectFrom('book_text_state').select('book_id').where('passages', '>', 0)
      expect(await fresh.where('hash', '!=', '').execute()).toEqual([])
      await server.waitForIdle()
      expect((await find('ばす')).total).toBe(1)
    })

    it('says where the hit is and what stands around it', async () => {
      const { data, total, totalIsExact } = await find('"the harpoon"')
      expect({ total, totalIsExact }).toEqual({ total: 1, totalIsExact: true })
      expect(data[0]).toMatchObject({
        bookTitle: 'The Whale',
        seriesTitle: 'Whale',
        before: 'The white whale swam before him. He threw ',
        match: 'the harpoon',
        locator: { href: 'c2.xhtml', title: 'Chapter 2', text: { highlight: 'the harpoon' } },
      })
      const { progression, totalProgression } = data[0].locator.locations
      expect(progression).toBeGreaterThan(0.3)
      expect(totalProgression).toBeGreaterThan(0.33)
      expect(totalProgression).toBeLessThan(0.67)
      const paper = await find('paper')
      expect(paper.data[0]).toMatchObject({ match: 'paper', locator: { locations: { position: 1 } } })
    })

    it('puts the best first', async () => {
      const { data } = await find('whale')
      expect(data.map((hit: { locator: { href: string } }) => hit.locator.href)).toEqual(['c2.xhtml', 'c3.xhtml'])
      expect(data[0].rank).toBeGreaterThan(data[1].rank)
    })

    it('takes conditions, a limit and a limit per book', async () => {
      const titled = (value: string) => ({ condition: { title: { operator: 'is', value } } })
      expect(await places('harpoon', titled('Grown Up'))).toEqual(['Grown Up c1.xhtml'])
      const one = await find('harpoon', { limit: 1 })
      expect([one.data.length, one.total]).toEqual([1, 3])
      expect((await find('whale', { perBook: 1 })).data).toHaveLength(1)
    })

    it('shows and counts only what the viewer may see', async () => {
      const { json } = await server.request('GET', 'series?pageSize=50', { as: server.admin })
      const grown = json.data.find((one: { title: string }) => one.title === 'Grown')
      await server.request('PATCH', `series/${grown.id}/metadata`, { as: server.admin, body: { ageRating: 18 } })
      const child = await server.addUser(`child-${kind}`, { ageLimit: 12, allowUnrated: true })
      const seen = await find('harpoon', {}, child.as)
      expect(seen.data.map((hit: { bookTitle: string }) => hit.bookTitle)).not.toContain('Grown Up')
      expect(seen).toMatchObject({ total: 2 })
      expect(await find('nobody', {}, child.as)).toEqual({ data: [], total: 0, totalIsExact: true })
      const index = await server.request('GET', `libraries/${libraryId}/text-index`, { as: child.as })
      expect(index.json).toMatchObject({ status: 'ready', books: 4, indexedBooks: 4 })
    })

    it('says what is wrong with a query', async () => {
      for (const [body, message] of [
        [{ query: '-whale' }, '"Type at least one word without a minus sign."'],
        [{ query: '…' }, '"Type a word to look for."'],
        [{ query: 'w*' }, 'at least 2 letters'],
        [{ query: 'whale', limit: 101 }, ''],
        [{ query: 'whale', limit: 0 }, ''],
        [{ query: '' }, ''],
        [{ query: 'x'.repeat(501) }, ''],
        [{ query: 'whale', condition: { nonsense: 1 } }, 'not a field'],
        [{ query: Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ') }, 'at most 32 words'],
      ] as const) {
        const { status, text } = await server.request('POST', 'search/text', { as: server.admin, body })
        expect([body.query, status]).toEqual([body.query, 400])
        expect(text).toContain(message)
      }
      expect((await server.request('POST', 'search/text', { body: { query: 'whale' } })).status).toBe(401)
    })

    it('is answered to a key that may only read', async () => {
      const key = await server.request('POST', 'api-keys', {
        as: server.admin,
        body: { name: 'reads', permissions: ['PagesRead'] },
      })
      expect((await find('ishmael', {}, `Bearer ${key.json.key}`)).total).toBe(1)
    })

    it('follows files that change or go, and reads no file twice', async () => {
      const path = join(server.library, 'Whale/The Whale.epub')
      const now = Date.now()
      writeFileSync(path, makeNovel('The Whale', [`Now it is about a shark, ${now}.`]))
      utimesSync(path, now, now)
      rmSync(join(server.library, 'Paper/Paper.pdf'), { force: true })
      await server.request('POST', `libraries/${libraryId}/scan`, { as: server.admin })
      await server.waitForIdle()
      expect(await places('shark')).toEqual(['The Whale c1.xhtml'])
      expect(await places('whale')).toEqual([])
      expect((await find('paper')).total).toBe(0)
      const { json } = await server.request('GET', 'tasks?type=index_text', { as: server.admin })
      expect(json.data[0]).toMatchObject({ status: 'completed', result: { indexed: 1, failed: 0 } })
      await server.request('DELETE', `libraries/${libraryId}/purge-deleted`, { as: server.admin })
      expect(await passages('paper')).toBe(0)
    })

    it('misses no book whose analysis ends while it looks', async () => {
      const { db } = server
      const change = (set: { analyzed: number; hash?: string }) =>
        db.transaction((tx) => tx.updateTable('book').where('file_name', '=', 'The Whale.epub').set(set).execute())
      await change({ analyzed: 0, hash: crypto.randomUUID() })
      const analysis = { type: 'slow_analysis', dedupe_key: 'slow', priority: 1, status: 'running', created_at: 0 }
      await db.transaction((tx) =>
        tx
          .insertInto('task')
          .values({ uid: newUid(), ...analysis })
          .execute(),
      )
      /** The analysis ends right after the first query for it or for a book, whichever comes first. */
      const questions = new WeakSet<object>()
      let isEnded = false
      const query = db.query.withPlugin({
        transformQuery({ node, queryId }) {
          if (/"slow_analysis"|LimitNode.*book_text_state|book_text_state.*LimitNode/.test(JSON.stringify(node)))
            questions.add(queryId)
          return node
        },
        async transformResult({ result, queryId }) {
          if (questions.has(queryId) && !isEnded) {
            isEnded = true
            await change({ analyzed: 1 })
            await db.transaction((tx) => tx.deleteFrom('task').where('type', '=', 'slow_analysis').execute())
          }
          return result
        },
      })
      const { id } = await db.query.selectFrom('library').select('id').executeTakeFirstOrThrow()
      const threads = new ReadingThreadPool({ threads: 1, limits: defaultLimits })
      const deps = { db: { ...db, query }, threads, limits: defaultLimits, before: ['slow_analysis'] }
      const outcome = await updateTextIndex(deps, id, {
        signal: AbortSignal.timeout(60_000),
        progress() {},
        gotFurther: async () => {},
      })
      threads.close()
      expect(outcome).toMatchObject({ indexed: 1, skipped: 0 })
    })

    it('forgets everything where it is switched off, and reads it again where it is switched on', async () => {
      const set = (textSearch: boolean) =>
        server.request('PATCH', `libraries/${libraryId}`, { as: server.admin, body: { textSearch } })
      expect((await set(false)).json.textSearch).toBe(false)
      expect((await find('shark')).total).toBe(0)
      await server.waitForIdle()
      expect(await passages('shark')).toBe(0)
      const off = await server.request('GET', `libraries/${libraryId}/text-index`, { as: server.admin })
      expect(off.json).toMatchObject({ enabled: false, status: 'off', indexedBooks: 0, passages: 0, bytes: 0 })
      await set(true)
      await server.waitForIdle()
      expect((await find('shark')).total).toBe(1)
      const on = await server.request('GET', `libraries/${libraryId}/text-index`, { as: server.admin })
      expect(on.json).toMatchObject({ enabled: true, status: 'ready', indexedBooks: 4 })
      expect(on.json.bytes).toBeGreaterThan(100)
      expect(on.json.words).toBeGreaterThan(10)
    })

    /** Queries the index itself, whoever may see it. */
    async function passages(word: string): Promise<number> {
      const { rows } =
        kind === 'sqlite'
          ? await sql<{
              count: number
            }>`select count(*) as count from text_search where text_search match ${word}`.execute(server.db.query)
          : await sql<{
              count: number
            }>`select count(*) as count from text_search where words @@ ${word}::tsquery`.execute(server.db.query)
      return Number(rows[0]!.count)
    }
  })
}
