import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeTestCatalogue, type TestCatalogue } from '../../store/list/test-catalogue.fixture.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { openCatalogueApi } from './catalogue.fixture.ts'

type Opened = Awaited<ReturnType<typeof open>>

async function open(db: TestCatalogue['db']) {
  const all = await makeTestCatalogue(db, { seriesCount: 16, seed: 5 })
  const visible = all.series.filter((one) => one.age_rating !== null && one.age_rating <= 12)
  const restricted = await all.viewerWith({ ageLimit: 12, allowUnrated: false })
  const api = await openCatalogueApi(db, { me: all.viewer, child: restricted })
  const seen = new Set(visible.map((one) => bytesToUuid(one.uid)))
  return { all, api, visible, seen, books: all.books.filter((book) => book.deleted_at === null) }
}

onBothDatabases((openDatabase) => {
  let made: Promise<Opened> | undefined
  const opened = () => {
    made ??= openDatabase().then(({ db }) => open(db))
    return made
  }

  it('answers every list as pages whose union is the whole', async () => {
    const { api, all } = await opened()
    const library = bytesToUuid(all.libraries[0]!.uid)
    const series = bytesToUuid(all.series[0]!.uid)
    const lists = api.served.filter(
      (route) => route.method === 'GET' && /^(?!.*(:id$|full|adjacent|errors))/.test(route.path),
    )
    expect(lists.length).toBeGreaterThan(20)
    for (const { path } of lists) {
      const url = path.replace('/api/v1', '').replace('/series/:id', `/series/${series}`).replace(':id', library)
      const whole = await api.get(`${url}?pageSize=500`)
      expect([url, whole.status]).toEqual([url, 200])
      const gathered: unknown[] = []
      for (let page = 1; page <= Math.max(1, Math.ceil(whole.body.total / 3)); page++) {
        const { body } = await api.get(`${url}?pageSize=3&page=${page}`)
        expect(body).toMatchObject({ page, pageSize: 3, total: whole.body.total })
        expect(body.links.prev === null).toBe(page === 1)
        gathered.push(...body.data)
      }
      expect(gathered).toEqual(whole.body.data)
      expect(whole.body.data.length).toBe(whole.body.total)
      const full = await api.get(`${url}?pageSize=5&full=true`)
      expect([url, full.status]).toEqual([url, 200])
    }
  })

  it('shows a restricted viewer nothing hidden, anywhere', async () => {
    const { api, seen, all } = await opened()
    const hidden = all.series.filter((one) => !seen.has(bytesToUuid(one.uid)))
    const hiddenIds = new Set([
      ...hidden.map((one) => bytesToUuid(one.uid)),
      ...all.books
        .filter((book) => hidden.some((one) => one.id === book.series_id))
        .map((book) => bytesToUuid(book.uid)),
    ])
    expect(hiddenIds.size).toBeGreaterThan(12)
    const answers = []
    for (const route of api.served) {
      // What a child may never do is refused before any lookup.
      if (route.method === 'DELETE' || route.permission === 'BooksDelete') continue
      const library = bytesToUuid(all.libraries[0]!.uid)
      for (const id of /:id/.test(route.path)
        ? [library, ...[...hiddenIds].filter((_, index) => index % 12 === 0)]
        : ['']) {
        const url = route.path.replace('/api/v1', '').replace(':id', id)
        const answer =
          route.method === 'GET'
            ? await api.get(`${url}?pageSize=500`, 'child')
            : await api.post(url, bodyFor(url), 'child')
        const text = JSON.stringify(answer.body)
        if (answer.status === 200) for (const uid of hiddenIds) expect([url, text.includes(uid)]).toEqual([url, false])
        if (answer.status !== 200) expect([url, answer.status]).toEqual([url, 404])
        answers.push(answer.status)
      }
    }
    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(20)
  })

  it('counts for a restricted viewer only what they may see', async () => {
    const { api, visible, books } = await opened()
    const mine = books.filter((book) => visible.some((one) => one.id === book.series_id))
    expect((await api.get('/books?pageSize=1', 'child')).body.total).toBe(mine.length)
    expect((await api.get('/series?pageSize=1', 'child')).body.total).toBe(visible.length)
    const groups = (await api.post('/series/list/alphabetical-groups', {}, 'child')).body as { count: number }[]
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(visible.length)
    const genres = (await api.get('/genres', 'child')).body.data as {
      name: string
      seriesCount: number
      bookCount: number
    }[]
    expect(genres.length).toBeGreaterThan(0)
    for (const { name, seriesCount, bookCount } of genres) {
      expect(seriesCount).toBe(visible.filter((one) => one.genres.includes(name)).length)
      const carries = (book: (typeof mine)[number]) =>
        book.genres.includes(name) || visible.find((one) => one.id === book.series_id)!.genres.includes(name)
      expect(bookCount).toBe(mine.filter(carries).length)
    }
    const people = (await api.get('/authors', 'child')).body.data as {
      name: string
      seriesCount: number
      roles: string[]
    }[]
    expect(people.length).toBeGreaterThan(0)
    for (const { name, seriesCount } of people) {
      expect(seriesCount).toBe(visible.filter((one) => one.people.some((person) => person.name === name)).length)
    }
  })

  it('presents a book with every field, and its neighbours', async () => {
    const { api, all } = await opened()
    const series = all.series.find((one) => one.book_count >= 3)!
    const order = (await api.get(`/series/${bytesToUuid(series.uid)}/books`)).body.data as {
      id: string
      number: number
    }[]
    expect(order.length).toBeGreaterThanOrEqual(3)
    for (const [index, { id }] of order.entries()) {
      const { body } = await api.get(`/books/${id}/adjacent`)
      expect([body.prev?.id, body.next?.id]).toEqual([order[index - 1]?.id, order[index + 1]?.id])
    }
    const row = all.books.find((book) => bytesToUuid(book.uid) === order[0]!.id)!
    const { body } = await api.get(`/books/${order[0]!.id}`)
    expect(body.book).toMatchObject({ id: order[0]!.id, title: row.title, fileSize: row.file_size, deleted: false })
    expect(body.metadata).toMatchObject({ summary: row.summary, locks: { title: false } })
    // A reader receives the file's path within its library.
    expect(body.book.filePath).toBe(row.path)
    const full = await api.get(`/books/${order[0]!.id}?full=true`)
    expect(full.body.genres.map((genre: { name: string }) => genre.name)).toEqual([...row.genres].sort())
    expect((await api.get(`/books/${order[0]!.id}/full`)).body).toEqual(full.body)
  })

  it('presents a series plain and full', async () => {
    const { api, all } = await opened()
    const id = bytesToUuid(all.series[0]!.uid)
    const plain = await api.get(`/series/${id}`)
    expect(plain.body).toMatchObject({ id, title: all.series[0]!.title, bookCount: all.series[0]!.book_count })
    const full = await api.get(`/series/${id}/full`)
    expect(Object.values(full.body.metadata.locks)).toHaveLength(17)
    expect((await api.get(`/series/${id}?full=true`)).body).toEqual(full.body)
  })

  it('puts the next unread book of a series on deck, and only where something is finished and nothing open', async () => {
    const { api, all } = await opened()
    const { body } = await api.get('/books/on-deck?pageSize=500')
    const isHidden = (id: number) => all.hidden.some((row) => row.series_id === id && row.user_id === all.viewer.userId)
    const wanted = all.series.flatMap((series) => {
      if (isHidden(series.id)) return []
      const books = all.books.filter((book) => book.series_id === series.id && book.deleted_at === null)
      const progress = (id: number) =>
        all.progress.find((row) => row.book_id === id && row.user_id === all.viewer.userId)
      const begun = books.flatMap((book) => progress(book.id) ?? [])
      if (!begun.some((row) => row.done) || begun.some((row) => !row.done)) return []
      const order = (a: (typeof books)[number], b: (typeof books)[number]) =>
        (a.number ?? 1e308) - (b.number ?? 1e308) ||
        Buffer.compare(Buffer.from(a.sort_key), Buffer.from(b.sort_key)) ||
        a.id - b.id
      const next = books.filter((book) => !progress(book.id)).sort(order)[0]
      return next ? [bytesToUuid(next.uid)] : []
    })
    expect(body.data.map((book: { id: string }) => book.id).sort()).toEqual(wanted.sort())
  })

  it('groups books with errors by type, and counts pages from 0 in the answer', async () => {
    const { api, books } = await opened()
    const failed = books.filter((book) => book.errors > 0)
    expect(failed.length).toBeGreaterThan(2)
    const { body } = await api.get('/books/errors?pageSize=2&page=1')
    expect(body).toMatchObject({
      page: 0,
      pageSize: 2,
      totalBooksWithErrors: failed.length,
      totalPages: Math.ceil(failed.length / 2),
    })
    expect(body.groups.map((group: { label: string }) => group.label)).toEqual(['Parser Error', 'Zero Pages'])
    const shown = body.groups.flatMap((group: { books: { book: { id: string } }[] }) =>
      group.books.map(({ book }) => book.id),
    )
    expect(shown).toHaveLength(2)
    expect(body.groups.reduce((sum: number, group: { count: number }) => sum + group.count, 0)).toBe(failed.length)
    const parser = await api.get('/books/errors?errorType=parser')
    expect(parser.body.totalBooksWithErrors).toBe(body.errorCounts.parser)
    expect(parser.body.groups).toHaveLength(1)
    expect((await api.get('/books/errors?errorType=nonsense')).status).toBe(400)
  })

  it('answers 304 until something changes', async () => {
    const { api, all } = await opened()
    const first = await api.get('/books')
    const etag = first.headers.etag as string
    expect((await api.get('/books', 'me', { 'if-none-match': etag })).status).toBe(304)
    expect((await api.get('/books', 'child', { 'if-none-match': etag })).status).toBe(200)
    await all.db.transaction((tx) => bumpRevisions(tx, 'catalog'))
    const second = await api.get('/books', 'me', { 'if-none-match': etag })
    expect(second.status).toBe(200)
    await all.db.transaction((tx) => bumpRevisions(tx, `user:${all.viewer.userId}`))
    const third = await api.get('/books', 'me', { 'if-none-match': second.headers.etag as string })
    expect(third.status).toBe(200)
  })

  it('refuses what it does not understand, and says what it would', async () => {
    const { api } = await opened()
    const sort = await api.get('/books?sort=colour,asc')
    expect(sort.status).toBe(400)
    expect(sort.body.details[0].message).toContain('title, series, number')
    expect((await api.get('/books?page=0')).status).toBe(400)
    expect((await api.get('/books/not-a-uuid')).status).toBe(400)
    expect((await api.get('/books?libraryId=x')).status).toBe(400)
    const wrong = await api.post('/series/list', { condition: { allOf: [{ nam: { operator: 'is', value: 'x' } }] } })
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'condition.allOf.0'])
    expect((await api.get('/books/00000000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await api.get('/libraries/00000000-0000-7000-8000-000000000000/books')).status).toBe(404)
  })

  it('keeps filter, sort and size in the links', async () => {
    const { api, all } = await opened()
    const library = bytesToUuid(all.libraries[0]!.uid)
    const { body } = await api.get(`/books?libraryId=${library}&sort=file_size,desc&sort=title,asc&pageSize=2`)
    const next = new URL(body.links.next, 'http://x')
    expect(next.searchParams.getAll('sort')).toEqual(['file_size,desc', 'title,asc'])
    expect(next.searchParams.get('libraryId')).toBe(library)
    const followed = await api.get(body.links.next.replace('/api/v1', ''))
    expect(followed.body.page).toBe(2)
  })
})

function bodyFor(url: string): object {
  return url === '/series/search' ? { query: 'a' } : {}
}
