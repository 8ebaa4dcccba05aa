import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBook, makeLibrary, makeSeries } from '../../../../test/rows.ts'
import { openTestServer, password, type TestServer } from '../../../../test/server.ts'
import { collectionKind, readListKind } from '../../../store/curated-list/list-kind.ts'
import { createCuratedList, setManualListMembers } from '../../../store/curated-list/write.ts'
import { linkFacets, linkPeople } from '../../../store/facet/link-facets.ts'
import { basic } from '../komga-context.fixture.ts'

type Names = string[]

/** Every key and operator of the grammar, on rows that differ in the tested fields. */
describe.each(['sqlite', 'postgres'] as const)('searches on %s', (kind) => {
  let server: TestServer
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    server = await openTestServer(kind, {}, (config) => {
      config.compat_api.enabled = true
      config.tasks.workers = 0
    })
    await server.db.transaction(async (tx) => {
      const [one, two] = [await makeLibrary(tx, { name: 'One' }), await makeLibrary(tx, { name: 'Two' })]
      const a = await makeSeries(tx, one, {
        title: 'Éclair',
        title_sort: 'Eclair, The',
        publisher: 'Dargaud',
        publisher_key: 'dargaud',
        language: 'fr',
        status: 'ended',
        age_rating: 12,
        total_book_count: 2,
        book_count: 2,
        created_at: 1000,
        updated_at: 5000,
      })
      const b = await makeSeries(tx, one, { title: 'Berserk', status: 'hiatus', age_rating: 18, book_count: 1 })
      const c = await makeSeries(tx, two, { title: 'Comet', is_oneshot: 1, book_count: 1, total_book_count: 9 })
      const a1 = await makeBook(tx, a, { title: 'First', number: 1, release_date: 20200101, cover_version: 1 })
      const a2 = await makeBook(tx, a, { title: 'Second', number: 2.5, release_date: 20210615 })
      const b1 = await makeBook(tx, b, { title: 'Third', number: 3, format: 'epub', layout: 'flow' })
      const c1 = await makeBook(tx, c, { title: 'Fourth', format: 'pdf', analyzed: 0, page_count: 0 })
      const c2 = await makeBook(tx, c, { title: 'Gone', class: 0, deleted_at: 1 })
      await linkFacets(
        tx,
        kind,
        'series',
        'genre',
        new Map([
          [a.id, ['Comedy', 'Stories, French']],
          [b.id, ['Horror', 'Fantasy']],
        ]),
      )
      await linkFacets(tx, kind, 'series', 'tag', new Map([[b.id, ['swords']]]))
      await linkFacets(tx, kind, 'book', 'tag', new Map([[a1.id, ['début']]]))
      await linkPeople(tx, kind, 'series', new Map([[b.id, [{ name: 'Kentaro Miura', role: 'author' }]]]))
      await linkPeople(tx, kind, 'book', new Map([[a2.id, [{ name: 'René', role: 'cover_artist' }]]]))
      const fields = { name: 'Shelf', summary: null, isOrdered: true, ownerId: null }
      const made = await createCuratedList(tx, collectionKind, fields)
      await setManualListMembers(tx, collectionKind, { id: made.id, ownerId: null }, [c.id, a.id])
      const list = await createCuratedList(tx, readListKind, fields)
      await setManualListMembers(tx, readListKind, { id: list.id, ownerId: null }, [b1.id, a1.id])
      Object.assign(ids, {
        one: one.uid.toHex(),
        two: two.uid.toHex(),
        series: a.uid.toHex(),
        collection: made.uid.toHex(),
        readList: list.uid.toHex(),
        read: a1.uid.toHex(),
        begun: a2.uid.toHex(),
        deleted: c2.uid.toHex(),
        c1: c1.uid.toHex(),
      })
    })
    await send('PATCH', `books/${ids.read}/read-progress`, { completed: true })
    await send('PATCH', `books/${ids.begun}/read-progress`, { page: 3 })
  })
  afterAll(() => server.close())

  const headers = basic('root', password)
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    server.request(method, `/komga/api/v1/${path}`, { headers, body })
  const series = async (condition: unknown, query = ''): Promise<Names> => {
    const found = await send('POST', `series/list?sort=metadata.titleSort,asc&${query}`, { condition })
    return found.json.content.map((one: { metadata: { title: string } }) => one.metadata.title)
  }
  const books = async (condition: unknown, sort = 'metadata.title,asc'): Promise<Names> => {
    // Missing books stay in Komga's lists, unless the request excludes them.
    const isThere = JSON.stringify(condition).includes('"deleted"') ? [] : [op('deleted', 'isFalse')]
    const found = await send('POST', `books/list?sort=${sort}`, { condition: { allOf: [condition, ...isThere] } })
    return found.json.content.map((one: { metadata: { title: string } }) => one.metadata.title)
  }
  const is = (key: string, value: unknown, operator = 'is') => ({ [key]: { operator, value } })
  const op = (key: string, operator: string) => ({ [key]: { operator } })
  const all = ['Berserk', 'Comet', 'Éclair']

  it('supports every condition about series', async () => {
    expect(await series(is('libraryId', ids.one))).toEqual(['Berserk', 'Éclair'])
    expect(await series(is('libraryId', ids.one, 'isNot'))).toEqual(['Comet'])
    expect(await series(is('collectionId', ids.collection))).toEqual(['Comet', 'Éclair'])
    expect(await series(is('collectionId', ids.collection, 'isNot'))).toEqual(['Berserk'])
    expect(await series(op('deleted', 'isTrue'))).toEqual([])
    expect(await series(op('deleted', 'isFalse'))).toEqual(all)
    expect(await series(op('oneShot', 'isTrue'))).toEqual(['Comet'])
    expect(await series(op('complete', 'isTrue'))).toEqual(['Éclair'])
    expect(await series(op('complete', 'isFalse'))).toEqual(['Comet'])
    expect(await series(is('title', 'eclair'))).toEqual(['Éclair'])
    expect(await series(is('title', 'é', 'beginsWith'))).toEqual(['Éclair'])
    expect(await series(is('title', 'e', 'doesNotContain'))).toEqual([])
    expect(await series(is('title', 'RSERK', 'endsWith'))).toEqual(['Berserk'])
    expect(await series(is('titleSort', 'the', 'contains'))).toEqual(['Éclair'])
    expect(await series(is('publisher', 'DARGAUD'))).toEqual(['Éclair'])
    expect(await series(is('publisher', 'Dargaud', 'isNot'))).toEqual(['Berserk', 'Comet'])
    expect(await series(is('language', 'FR'))).toEqual(['Éclair'])
    expect(await series(is('language', '', 'isNot'))).toEqual(['Éclair'])
    expect(await series(is('publisher', ''))).toEqual(['Berserk', 'Comet'])
    expect(await series(is('genre', 'horror'))).toEqual(['Berserk'])
    expect(await series(op('genre', 'isNull'))).toEqual(['Comet'])
    expect(await series(op('tag', 'isNotNull'))).toEqual(['Berserk', 'Éclair'])
    expect(await series(op('tag', 'isNull'))).toEqual(['Comet'])
    expect(await series(is('tag', 'debut'))).toEqual(['Éclair'])
    expect(await series(is('tag', 'swords', 'isNot'))).toEqual(['Comet', 'Éclair'])
    expect(await series(op('sharingLabel', 'isNull'))).toEqual(all)
    expect(await series(is('ageRating', 12, 'greaterThan'))).toEqual(['Berserk', 'Éclair'])
    expect(await series(is('ageRating', 12, 'lessThan'))).toEqual(['Éclair'])
    expect(await series(is('ageRating', 12, 'isNot'))).toEqual(['Berserk', 'Comet'])
    expect(await series(op('ageRating', 'isNull'))).toEqual(['Comet'])
    expect(await series(is('seriesStatus', 'ENDED'))).toEqual(['Éclair'])
    expect(await series(is('seriesStatus', 'ONGOING'))).toEqual(['Comet'])
    expect(await series(is('seriesStatus', 'ongoing', 'isNot'))).toEqual(['Berserk', 'Éclair'])
    expect(await series(is('readStatus', 'IN_PROGRESS'))).toEqual(['Éclair'])
    expect(await series(is('readStatus', 'UNREAD'))).toEqual(['Berserk', 'Comet'])
    expect(await series(is('readStatus', 'READ', 'isNot'))).toEqual(all)
    expect(await series(is('author', { name: 'kentaro miura', role: 'writer' }))).toEqual(['Berserk'])
    expect(await series(is('author', { name: 'René' }))).toEqual(['Éclair'])
    expect(await series(is('author', { role: 'cover' }))).toEqual(['Éclair'])
    expect(await series(is('author', {}))).toEqual(all)
    const after = { releaseDate: { operator: 'after', dateTime: '2020-01-01T23:59:59+00:00' } }
    expect(await series(after)).toEqual([])
    expect(await series({ releaseDate: { operator: 'before', dateTime: '2020-01-02T00:00:00Z' } })).toEqual(['Éclair'])
    expect(await series(op('releaseDate', 'isNull'))).toEqual(['Berserk', 'Comet'])
  })

  it('supports every condition about books', async () => {
    expect(await books(is('seriesId', ids.series))).toEqual(['First', 'Second'])
    expect(await books(is('seriesId', ids.series, 'isNot'))).toEqual(['Fourth', 'Third'])
    expect(await books(is('readListId', ids.readList))).toEqual(['First', 'Third'])
    expect(await books(is('readListId', ids.readList, 'isNot'))).toEqual(['Fourth', 'Second'])
    expect(await books(op('deleted', 'isTrue'))).toEqual(['Gone'])
    expect(await books(op('deleted', 'isFalse'))).toEqual(['First', 'Fourth', 'Second', 'Third'])
    expect(await books(op('oneShot', 'isTrue'))).toEqual(['Fourth'])
    expect(await books(is('numberSort', 2.5))).toEqual(['Second'])
    expect(await books(is('numberSort', 2.5, 'greaterThan'))).toEqual(['Second', 'Third'])
    expect(await books(is('numberSort', 2.5, 'lessThan'))).toEqual(['First', 'Second'])
    expect(await books(is('tag', 'DEBUT'))).toEqual(['First'])
    expect(await books(is('readStatus', 'READ'))).toEqual(['First'])
    expect(await books(is('readStatus', 'IN_PROGRESS'))).toEqual(['Second'])
    expect(await books(is('mediaStatus', 'READY'))).toEqual(['First', 'Second', 'Third'])
    expect(await books(is('mediaStatus', 'UNKNOWN'))).toEqual(['Fourth'])
    expect(await books(is('mediaStatus', 'OUTDATED'))).toEqual([])
    expect(await books(is('mediaProfile', 'DIVINA'))).toEqual(['First', 'Second'])
    expect(await books(is('mediaProfile', 'EPUB', 'isNot'))).toEqual(['First', 'Fourth', 'Second'])
    expect(await books(is('poster', { type: 'GENERATED', selected: false }))).toEqual([])
    expect(await books(is('poster', { type: 'USER_UPLOADED' }, 'isNot'))).toHaveLength(4)
    expect(await books(is('poster', { type: 'GENERATED', selected: true }))).toEqual(['First'])
    // How Komga's interface finds books without a picture.
    expect(await books(is('poster', { selected: true }, 'isNot'))).toEqual(['Fourth', 'Second', 'Third'])
    expect(await books(is('author', { name: 'René', role: 'cover' }))).toEqual(['Second'])
    const last = { releaseDate: { operator: 'isInTheLast', duration: 'P36500D' } }
    expect(await books(last)).toEqual(['First', 'Second'])
    expect(await books({ releaseDate: { operator: 'isNotInTheLast', duration: 'P30D' } })).toEqual(['First', 'Second'])
    expect(await books(op('releaseDate', 'isNotNull'))).toEqual(['First', 'Second'])
    expect(await books(is('title', 'th', 'endsWith'))).toEqual(['Fourth'])
  })

  it('reads names and operators in any case, and empty choices as no choice', async () => {
    const condition = {
      ALLOF: [{ LibraryID: { OPERATOR: 'Is', VALUE: ids.one } }, { anyOf: [] }, { AnyOf: [op('oneshot', 'isfalse')] }],
    }
    expect(await series(condition)).toEqual(['Berserk', 'Éclair'])
    expect(await series({ anyOf: [is('genre', 'Comedy'), is('genre', 'Horror')] })).toEqual(['Berserk', 'Éclair'])
    expect(await series({ anyOf: [] })).toEqual(all)
    expect(await series({ allOf: [] })).toEqual(all)
  })

  it('refuses what it does not understand, and says where', async () => {
    const wrong = async (condition: unknown, path = 'series/list') => {
      const answer = await send('POST', path, { condition })
      return [answer.status, answer.json.violations?.[0].fieldName]
    }
    expect(await wrong({ nonsense: { operator: 'is', value: 1 } })).toEqual([400, 'condition.nonsense'])
    expect(await wrong({ allOf: [op('title', 'before')] })).toEqual([400, 'condition.allof.0.title.operator'])
    expect(await wrong({ allOf: [], anyOf: [] })).toEqual([400, 'condition'])
    expect(await wrong(is('readStatus', 'HALF'))).toEqual([400, 'condition.readstatus.value'])
    expect(await wrong({ numberSort: { operator: 'is', value: 'x' } }, 'books/list')).toEqual([
      400,
      'condition.numbersort.value',
    ])
    let deep: unknown = op('deleted', 'isFalse')
    for (let i = 0; i < 30; i++) deep = { allOf: [deep] }
    expect((await wrong(deep))[0]).toBe(400)
    expect((await send('POST', 'series/list', { sort: 'x' })).status).toBe(400)
  })

  it('sorts by everything Komga sorts by', async () => {
    const sorted = ['name', 'created', 'lastModified', 'booksMetadata.releaseDate', 'readDate', 'booksCount', 'random']
    for (const sort of sorted) {
      const found = await send('POST', `series/list?sort=${sort},desc`, {})
      expect([found.json.totalElements, found.json.sort.sorted], sort).toEqual([3, true])
    }
    const inCollection = (direction: string) =>
      send('POST', `series/list?sort=collection.number,${direction}`, { condition: is('collectionId', ids.collection) })
    const titles = async (found: Promise<{ json: { content: { metadata: { title: string } }[] } }>) =>
      (await found).json.content.map((one) => one.metadata.title)
    expect(await titles(inCollection('asc'))).toEqual(['Comet', 'Éclair'])
    expect(await titles(inCollection('desc'))).toEqual(['Éclair', 'Comet'])
    expect(await books({ allOf: [is('readListId', ids.readList)] }, 'readList.number,asc')).toEqual(['Third', 'First'])
    const bySize =
      'metadata.numberSort metadata.releaseDate name series createdDate lastModifiedDate size fileHash url media.status media.comment media.mediaType media.pagesCount readProgress.readDate'
    for (const sort of bySize.split(' ')) expect(await books({ allOf: [] }, `${sort},asc`), sort).toHaveLength(4)
    const bySeries = (sort: string) => books({ allOf: [] }, sort)
    expect(await bySeries('series,metadata.numberSort,desc')).toEqual(['Second', 'First', 'Fourth', 'Third'])
    expect(await bySeries('series,desc&sort=metadata.title,asc')).toEqual(['First', 'Second', 'Fourth', 'Third'])
    expect(await bySeries('series,asc&sort=metadata.title,desc')).toEqual(['Third', 'Fourth', 'Second', 'First'])
    expect(await bySeries('series,desc')).toEqual(['First', 'Second', 'Fourth', 'Third'])
    const unknown = await send('POST', 'books/list?sort=metadata.nothing,asc', {})
    expect([unknown.status, unknown.json.sort.unsorted]).toEqual([200, true])
  })

  it('takes the same questions as a query, repeated, joined or in brackets', async () => {
    const count = async (query: string) => (await send('GET', `series?${query}`)).json.totalElements
    expect(await count(`library_id=${ids.one},%20${ids.two}`)).toBe(3)
    expect(await count(`library_id=${ids.one}&library_id=${ids.two}`)).toBe(3)
    expect(await count(`library_id[]=${ids.two}`)).toBe(1)
    expect(await count(`collection_id=${ids.collection}&status=ENDED`)).toBe(1)
    expect(await count('age_rating=12,18')).toBe(2)
    expect(await count('age_rating=None')).toBe(1)
    expect(await count('language=fr&genre=comedy')).toBe(1)
    expect(await count('genre=Stories,%20French')).toBe(1)
    expect(await count('genre=horror,Stories,%20French,nothing')).toBe(2)
    expect(await count('oneshot=true')).toBe(1)
    expect(await count('complete=false')).toBe(1)
    expect(await count('search_regex=%5Ebers,TITLE')).toBe(1)
    expect(await count('deleted=true')).toBe(0)
    expect(await count('nonsense=1&page=-3&size=-1')).toBe(3)
    const released = await send('GET', 'books?released_after=2020-06-01')
    expect(released.json.content).toHaveLength(1)
    expect((await send('GET', 'books?deleted=true')).json.content[0].deleted).toBe(true)
    expect((await send('GET', 'books?media_status=READY,UNKNOWN&read_status=unread')).json.totalElements).toBe(3)
    const there = await send('GET', 'books?media_status=READY,UNKNOWN&read_status=unread&deleted=false')
    expect(there.json.totalElements).toBe(2)
  })

  it('takes as many questions as there may be, and no more text than others can wait for', async () => {
    const asking = (times: number, value: string) => ({
      condition: { anyOf: Array.from({ length: times }, () => ({ title: { operator: 'contains', value } })) },
    })
    const many = await send('POST', 'series/list', asking(2000, 'éclair'))
    expect(many.json.content).toHaveLength(1)
    expect((await send('POST', 'series/list', asking(2001, 'éclair'))).status).toBe(400)
    expect((await send('POST', 'series/list', asking(1, 'x'.repeat(20_001)))).status).toBe(400)
  })

  it('understands the fields that people type into a search', async () => {
    const search = async (text: string) => {
      const found = await send('POST', 'series/list', { fullTextSearch: text })
      return found.json.content.map((one: { metadata: { title: string } }) => one.metadata.title)
    }
    expect(await search('publisher:"dargaud"')).toEqual(['Éclair'])
    expect(await search('genre:horror AND status:hiatus')).toEqual(['Berserk'])
    expect(await search('NOT genre:horror complete:true')).toEqual(['Éclair'])
    expect(await search('writer:"Kentaro Miura"')).toEqual(['Berserk'])
    expect(await search('  ')).toHaveLength(3)
    expect((await search('genre:(comedy OR fantasy)')).toSorted()).toEqual(['Berserk', 'Éclair'])
    expect((await search('berserk OR éclair')).toSorted()).toEqual(['Berserk', 'Éclair'])
    expect(await search('title:e -genre:horror -oneshot:true')).toEqual(['Éclair'])
    expect(await search('(status:hiatus OR complete:true) AND NOT title:eclair')).toEqual(['Berserk'])
    expect(await search('age_rating:[13 TO *]')).toEqual(['Berserk'])
    expect(await search('age_rating:{* TO 12}')).toEqual(['Éclair'])
    // A name is not a formula.
    for (const name of ['Re:Zero', 'a) b', '((', '"', '-', 'NOT', 'genre:', '[1 TO', '\\']) {
      expect(Array.isArray(await search(name)), name).toBe(true)
    }
  })
})
