import { describe, expect, it } from 'vitest'
import { makeSeries } from '../../../test/rows.ts'
import { permissionsOfRole } from '../../contract/permissions.ts'
import { bytesToUuid, newUid, uuidToBytes } from '../../store/uid.ts'
import { deleteUser } from '../../store/user/write.ts'
import { openCurationServer } from './mount-curation-routes.fixture.ts'

type CurationServer = Awaited<ReturnType<typeof openCurationServer>>
const titles = (body: { data: { title: string }[] }) => body.data.map((one) => one.title)

describe.each(['sqlite', 'postgres'] as const)('curation, on %s', (kind) => {
  it.each(['genres', 'tags'] as const)('%s are one name whatever its case, and are locked when set', async (facets) => {
    const server = await openCurationServer(kind)
    const { id, one } = await server.addSeries()
    for (const at of [`series/${id}`, `books/${one}`]) {
      const set = await server.request('PUT', `${at}/${facets}`, { [facets]: [' Sci-Fi', 'SCI-FI', '', 'Drama'] })
      expect(set.body[facets].map((each: { name: string }) => each.name)).toEqual(['Drama', 'Sci-Fi'])
      const added = await server.request('POST', `${at}/${facets}`, { name: 'sci-fi' })
      expect([added.status, added.body.name]).toEqual([200, 'Sci-Fi'])
      const war = await server.request('POST', `${at}/${facets}`, { name: 'War' })
      expect((await server.request('GET', `${at}/${facets}`)).body[facets]).toHaveLength(3)
      expect((await server.request('GET', `${at}/metadata/locks`)).body[facets]).toBe(true)
      expect((await server.request('DELETE', `${at}/${facets}/${war.body.id}`)).status).toBe(204)
      expect((await server.request('DELETE', `${at}/${facets}/${war.body.id}`)).status).toBe(404)
      expect((await server.request('POST', `${at}/${facets}`, { name: '  ' })).status).toBe(400)
      expect((await server.request('POST', `${at}/${facets}`, { name: '\u0000' })).status).toBe(400)
    }
    const rows = await server.db.query
      .selectFrom(facets === 'genres' ? 'genre' : 'tag')
      .select('name')
      .execute()
    expect(rows.map((row) => row.name).sort()).toEqual(['Drama', 'Sci-Fi', 'War'])
  })

  it('genres are deleted everywhere, and cleaned up, by an admin', async () => {
    const server = await openCurationServer(kind)
    const { id, one, library } = await server.addSeries()
    await server.addPerson('keeper', { may: permissionsOfRole.maintainer })
    await server.request('PUT', `series/${id}/genres`, { genres: ['A', 'B'] })
    const { body } = await server.request('PUT', `books/${one}/genres`, { genres: ['A'] })
    const [a] = body.genres
    expect((await server.request('DELETE', `genres/${a.id}`, undefined, 'keeper')).status).toBe(403)
    const before = await server.revisions()
    expect((await server.request('DELETE', `genres/${a.id}`)).status).toBe(204)
    expect((await server.request('DELETE', `genres/${a.id}`)).status).toBe(404)
    expect((await server.revisions())[`library:${library.id}`]).toBeGreaterThan(before[`library:${library.id}`]!)
    expect((await server.request('GET', `books/${one}/genres`)).body.genres).toEqual([])
    await server.request('PUT', `series/${id}/genres`, { genres: ['C'] })
    expect((await server.request('POST', 'genres/cleanup', undefined, 'keeper')).status).toBe(403)
    expect((await server.request('POST', 'genres/cleanup')).body).toEqual({ deletedCount: 1, deletedNames: ['B'] })
    expect((await server.request('POST', 'genres/cleanup')).body).toEqual({ deletedCount: 0, deletedNames: [] })
  })

  it('everyone rates for themselves; the mean is of all', async () => {
    const server = await openCurationServer(kind)
    await server.addPerson('ann')
    const [one, two] = [await server.addSeries('One'), await server.addSeries('Two')]
    expect((await server.request('GET', `series/${one.id}/rating`)).body).toBeNull()
    const rated = await server.request('PUT', `series/${one.id}/rating`, { rating: 60, notes: ' fine ' })
    expect(rated.body).toMatchObject({ seriesId: one.id, rating: 60, notes: 'fine' })
    await server.request('PUT', `series/${two.id}/rating`, { rating: 90 })
    await server.request('PUT', `series/${one.id}/rating`, { rating: 100 }, 'ann')
    const again = await server.request('PUT', `series/${one.id}/rating`, { rating: 61 })
    expect(again.body).toMatchObject({ id: rated.body.id, rating: 61, notes: 'fine' })
    expect((await server.request('GET', `series/${one.id}/rating`, undefined, 'ann')).body.rating).toBe(100)
    expect((await server.request('GET', `series/${one.id}/ratings/average`)).body).toEqual({ average: 80.5, count: 2 })
    expect(titles((await server.request('GET', 'series?sort=rating,desc')).body)).toEqual(['Two', 'One'])
    expect(titles((await server.request('GET', 'series?sort=rating,desc', undefined, 'ann')).body)).toEqual([
      'One',
      'Two',
    ])
    const mine = await server.request('GET', 'user/ratings')
    expect(mine.body).toMatchObject({ ratings: [{ rating: 61 }, { rating: 90 }], bookRatings: [] })
    expect((await server.request('DELETE', `series/${one.id}/rating`)).status).toBe(204)
    expect((await server.request('DELETE', `series/${one.id}/rating`)).status).toBe(404)
    expect((await server.request('GET', `series/${two.id}/ratings/average`, undefined, 'ann')).body.average).toBe(90)
    for (const rating of [0, 101, 5.5, 'x', null]) {
      expect((await server.request('PUT', `series/${one.id}/rating`, { rating })).status).toBe(400)
    }
    await server.request('PUT', `books/${one.one}/rating`, { rating: 77 })
    expect((await server.request('GET', `books/${one.one}/rating`)).body).toMatchObject({ bookId: one.one, rating: 77 })
    expect((await server.request('GET', 'user/ratings')).body.bookRatings).toHaveLength(1)
    const { userId } = server.people.get('admin')!
    const before = (await server.revisions())[`user:${userId}`]!
    expect((await server.request('DELETE', `books/${one.one}/rating`)).status).toBe(204)
    expect((await server.revisions())[`user:${userId}`]).toBeGreaterThan(before)

    const average = async () => (await server.request('GET', `series/${one.id}/ratings/average`)).body
    expect(await average()).toEqual({ average: 100, count: 1 })
    await server.db.transaction((tx) => deleteUser(tx, server.people.get('ann')!.userId))
    expect(await average()).toEqual({ average: null, count: 0 })
    const { user_rating } = await server.db.query
      .selectFrom('series')
      .select('user_rating')
      .where('uid', '=', uuidToBytes(one.id))
      .executeTakeFirstOrThrow()
    expect(user_rating).toBeNull()
  })

  it('a review may have no rating, and then counts as unrated', async () => {
    const server = await openCurationServer(kind)
    const [one, two] = [await server.addSeries('One'), await server.addSeries('Two')]
    await server.addPerson('ann')
    const put = async (path: string, body: object) => (await server.request('PUT', `${path}/rating`, body)).body
    for (const path of [`series/${one.id}`, `books/${one.one}`]) {
      expect((await server.request('PUT', `${path}/rating`, { rating: null, notes: ' \n' })).status).toBe(400)
      expect((await server.request('GET', `${path}/rating`)).body).toBeNull()
      expect(await put(path, { rating: null, notes: 'Only words.' })).toMatchObject({
        rating: null,
        notes: 'Only words.',
      })
    }
    await server.request('PUT', `series/${one.id}/rating`, { rating: 40 }, 'ann')
    expect((await server.request('GET', `series/${one.id}/ratings/average`)).body).toEqual({ average: 40, count: 1 })
    await put(`series/${two.id}`, { rating: 20 })
    for (const direction of ['asc', 'desc'])
      expect(titles((await server.request('GET', `series?sort=rating,${direction}`)).body)).toEqual(['Two', 'One'])
    const found = async (operator: string) => {
      const condition = { hasUserRating: { operator } }
      return titles((await server.request('POST', 'series/list', { condition })).body)
    }
    expect(await found('isTrue')).toEqual(['Two'])
    expect(await found('isFalse')).toEqual(['One'])

    // Stars from an app that knows no reviews, and their removal, keep the words.
    expect(await put(`series/${one.id}`, { rating: 80 })).toMatchObject({ rating: 80, notes: 'Only words.' })
    expect(await put(`series/${one.id}`, { rating: null })).toMatchObject({ rating: null, notes: 'Only words.' })
    expect((await server.request('PUT', `series/${one.id}/rating`, { rating: null, notes: null })).status).toBe(400)
    expect((await server.request('GET', `series/${one.id}/rating`)).body).toMatchObject({ notes: 'Only words.' })
    expect(await put(`series/${one.id}`, { rating: 80, notes: null })).toMatchObject({ rating: 80, notes: null })
  })

  it('sharing tags decide at once who sees a series', async () => {
    const server = await openCurationServer(kind)
    const { id, one } = await server.addSeries()
    const tag = await server.db.transaction((tx) =>
      tx
        .insertInto('sharing_tag')
        .values({ uid: newUid(), name: 'Adults', name_key: 'adults', created_at: 1, updated_at: 1 })
        .returning(['id', 'uid'])
        .executeTakeFirstOrThrow(),
    )
    const tagId = bytesToUuid(tag.uid)
    await server.addPerson('child', { rights: { denyTagIds: [tag.id] } })
    await server.addPerson('keeper', { may: permissionsOfRole.maintainer })
    const seen = async () => (await server.request('GET', `books/${one}/metadata`, undefined, 'child')).status
    expect(await seen()).toBe(200)
    const summary = { id: tagId, name: 'Adults', description: null }
    expect((await server.request('PUT', `series/${id}/sharing-tags`, { sharingTagIds: [tagId] })).body).toEqual([
      summary,
    ])
    expect(await seen()).toBe(404)
    expect((await server.revisions()).access).toBeGreaterThan(0)
    expect((await server.request('DELETE', `series/${id}/sharing-tags/${tagId}`)).status).toBe(204)
    expect((await server.request('DELETE', `series/${id}/sharing-tags/${tagId}`)).status).toBe(404)
    expect(await seen()).toBe(200)
    expect((await server.request('POST', `series/${id}/sharing-tags`, { sharingTagId: tagId })).body).toEqual([summary])
    expect((await server.request('POST', `series/${id}/sharing-tags`, { sharingTagId: tagId })).body).toEqual([summary])
    expect(await seen()).toBe(404)
    // A reset undoes edits, but doesn't change who may see it.
    await server.request('DELETE', `series/${id}/metadata`)
    expect(await seen()).toBe(404)
    expect((await server.request('GET', `series/${id}/sharing-tags`)).body).toEqual([summary])
    const unknown = await server.request('PUT', `series/${id}/sharing-tags`, { sharingTagIds: [tagId, id] })
    expect([unknown.status, unknown.body.details[0].path]).toEqual([400, 'sharingTagIds.1'])
    expect((await server.request('GET', `series/${id}/sharing-tags`, undefined, 'keeper')).status).toBe(403)
  })

  it('many are edited at once; what the editor may not see is neither touched nor counted', async () => {
    const server = await openCurationServer(kind)
    const { series, library } = await server.addSeries('First')
    const ids = await server.db.transaction(async (tx) => {
      const made: string[] = [bytesToUuid(series.uid)]
      for (let n = 0; n < 230; n++) made.push(bytesToUuid((await makeSeries(tx, library, {})).uid))
      return made
    })
    const hidden = await server.addSeries('Hidden')
    await server.addPerson('keeper', { may: permissionsOfRole.maintainer, rights: { libraryIds: [library.id] } })
    const seriesIds = [...ids, ids[0]!, hidden.id, bytesToUuid(newUid())]
    const before = server.db.commits
    const patched = await server.request(
      'PATCH',
      'series/bulk/metadata',
      { seriesIds, publisher: 'Image', ageRating: 12 },
      'keeper',
    )
    expect(patched.body).toEqual({ updatedCount: 231, message: '231 series updated.' })
    // Two transactions of at most two hundred each.
    expect(server.db.commits).toBe(before + 2)
    expect(server.heard.filter(({ event }) => event.type === 'library_updated')).not.toHaveLength(0)
    expect(server.heard.length).toBeLessThan(60)
    expect((await server.request('GET', `series/${ids[230]}/metadata`)).body).toMatchObject({
      publisher: 'Image',
      ageRating: 12,
    })
    expect((await server.request('GET', `series/${hidden.id}/metadata`)).body).toMatchObject({
      publisher: null,
      ageRating: null,
    })
    const classes = await server.db.query.selectFrom('class').select('series').where('age_rating', '=', 12).execute()
    expect(classes).toEqual([{ series: 231 }])

    const few = [ids[0]!, ids[1]!, hidden.id]
    const genres = await server.request(
      'POST',
      'series/bulk/genres',
      { seriesIds: few, add: ['War', 'Love'] },
      'keeper',
    )
    expect(genres.body.updatedCount).toBe(2)
    await server.request('POST', 'series/bulk/genres', { seriesIds: few, remove: ['WAR'] }, 'keeper')
    await server.request('POST', 'series/bulk/tags', { seriesIds: few, add: ['Read me'] }, 'keeper')
    const locks = await server.request('PUT', 'series/bulk/metadata/locks', { seriesIds: few, summary: true }, 'keeper')
    expect(locks.body.updatedCount).toBe(2)
    const one = (await server.request('GET', `series/${ids[1]}/metadata`)).body
    expect(one.genres.map((genre: { name: string }) => genre.name)).toEqual(['Love'])
    expect(one).toMatchObject({ tags: [{ name: 'Read me' }], locks: { summary: true, genres: true, publisher: true } })
    const other = (await server.request('GET', `series/${hidden.id}/metadata`)).body
    expect(other).toMatchObject({ genres: [], tags: [], locks: { summary: false } })
    const reset = await server.request('POST', 'series/bulk/metadata/reset', { seriesIds: few }, 'keeper')
    expect(reset.body).toEqual({ count: 2, message: '2 series reset.' })
    expect((await server.request('GET', `series/${ids[0]}/metadata`)).body).toMatchObject({
      title: 'First',
      publisher: null,
    })
    expect((await server.request('PATCH', 'series/bulk/metadata', { seriesIds: few, title: 'x' })).status).toBe(400)
    expect((await server.request('PATCH', 'series/bulk/metadata', { seriesIds: ['x'] })).status).toBe(400)
  })

  it('many books are edited at once', async () => {
    const server = await openCurationServer(kind)
    const { one, two } = await server.addSeries()
    const bookIds = [one, two, bytesToUuid(newUid())]
    const patch = { bookIds, publisher: 'Image', manga: true, customMetadata: { a: 1 } }
    expect((await server.request('PATCH', 'books/bulk/metadata', patch)).body).toEqual({
      updatedCount: 2,
      message: '2 books updated.',
    })
    await server.request('POST', 'books/bulk/genres', { bookIds, add: ['War'] })
    await server.request('POST', 'books/bulk/tags', { bookIds: [one], add: ['Mine'] })
    await server.request('PUT', 'books/bulk/metadata/locks', { bookIds, manga: false })
    for (const [id, tags] of [
      [one, ['Mine']],
      [two, []],
    ] as const) {
      expect((await server.request('GET', `books/${id}/metadata`)).body).toMatchObject({
        publisher: 'Image',
        manga: true,
        customMetadata: { a: 1 },
        genres: ['War'],
        tags,
        locks: { publisher: true, manga: false, genres: true },
      })
    }
    expect((await server.request('PATCH', 'books/bulk/metadata', { bookIds: [] })).body.updatedCount).toBe(0)
  })

  it('needs the permission to write, and a series or book the editor may see', async () => {
    const server = await openCurationServer(kind)
    const { id, one } = await server.addSeries()
    await server.addPerson('reader', { may: permissionsOfRole.reader })
    await server.addPerson('stranger', { rights: { libraryIds: [] } })
    const asked = { reader: new Set<string>(), stranger: new Set<string>(), nobody: new Set<string>() }
    for (const { method, path, permission, body: schema } of server.api.served) {
      const isRating = path.includes('rating') && !path.includes('external')
      if (path.includes('/list') || path.includes('/search') || permission === 'SystemAdmin') continue
      if (path.includes('bulk') || isRating || !path.includes(':id')) continue
      const url = path
        .replace('/api/v1/', '')
        .replace(':id', path.includes('/books/') ? one : id)
        .replace(/:(\w+Id)/, id)
        .replace(':source', 'x')
      if (url.startsWith('libraries')) continue
      const known = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
      const all = Object.entries(bodyFor(url)).filter(([name]) => known.includes(name))
      const body = schema ? Object.fromEntries(all) : undefined
      if (method !== 'GET') asked.reader.add(`${(await server.request(method, url, body, 'reader')).status}`)
      asked.stranger.add(`${(await server.request(method, url, body, 'stranger')).status}`)
      asked.nobody.add(`${(await server.request(method, url, body, 'nobody')).status}`)
    }
    expect(asked).toEqual({ reader: new Set(['403']), stranger: new Set(['404']), nobody: new Set(['401']) })
    expect(server.heard).toEqual([])
    await unseen(server, id, one)
  })
})

/** Ratings of items that are no longer visible are hidden too. */
async function unseen(server: CurationServer, id: string, one: string): Promise<void> {
  await server.request('PUT', `series/${id}/rating`, { rating: 50 })
  await server.request('PUT', `books/${one}/rating`, { rating: 50 })
  const person = server.people.get('admin')!
  server.people.set('later', { ...person, rights: { libraryIds: [] } })
  expect((await server.request('GET', 'user/ratings', undefined, 'later')).body).toEqual({
    ratings: [],
    bookRatings: [],
  })
  for (const url of [`series/${id}/rating`, `series/${id}/ratings/average`, `books/${one}/rating`]) {
    expect((await server.request('GET', url, undefined, 'later')).status).toBe(404)
  }
  expect((await server.request('PUT', `series/${id}/rating`, { rating: 1 }, 'later')).status).toBe(404)
}

function bodyFor(url: string): object {
  if (url.endsWith('genres')) return { genres: ['x'], name: 'x' }
  if (url.endsWith('tags')) return { tags: ['x'], name: 'x' }
  if (url.includes('alternate-titles')) return { label: 'x', title: 'x' }
  if (url.includes('relations')) return { kind: 'sequel' }
  if (url.endsWith('external-ids')) return { source: 'x', externalId: 'x' }
  if (url.endsWith('external-links')) return { sourceName: 'x', url: 'https://x.example' }
  if (url.endsWith('external-ratings')) return { sourceName: 'x', rating: 1 }
  return url.endsWith('locks') ? { summary: true } : { title: 'x' }
}
