import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../test/databases.ts'
import { endTransactionsOnce } from '../../../test/ended-transactions.ts'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { parseProviderSeriesRecord } from '../../plugins/protocol/records.ts'
import { linkStoryOfAllBooks } from '../../store/facet/link-story.ts'
import { storyFacets } from '../../store/facet/story-facets.ts'
import { findProposedRelations, writeProposedRelations } from '../../store/relation/proposed-relations.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { systemViewer } from '../../store/system-viewer.ts'

const comic = (info: Record<string, string | number>) => makeComic(1, info)
const files = {
  'Watch/Watch 1.cbz': comic({
    Writer: 'Ann Moore',
    CoverArtist: 'Bo Ito',
    Genre: 'Crime',
    StoryArc: 'The Fall',
    StoryArcNumber: '2',
    Characters: 'Night Owl, Vera Stone, Night Owl',
    Teams: 'The Watch',
    Locations: 'Harbour',
    SeriesGroup: 'Night City',
    Imprint: 'Ink Well',
    Publisher: 'Big House',
  }),
  'Ward/Ward 1.cbz': comic({
    Writer: 'Ann Moore',
    Genre: 'Crime',
    StoryArc: 'THE FALL',
    StoryArcNumber: '1',
    Characters: 'NIGHT  OWL',
    Locations: 'Harbour, Old Mill',
    SeriesGroup: 'Night City',
    Imprint: 'ink well',
  }),
  'Dusk/Dusk 1.cbz': comic({ Writer: 'Cy Field', CoverArtist: 'Ann Moore', Genre: 'Crime', SeriesGroup: 'Night City' }),
  'Lone/Lone 1.cbz': comic({ Writer: 'Di Stone', Genre: 'Travel' }),
}

for (const kind of databaseKinds()) {
  describe(`people and relations on ${kind}`, () => {
    let server: TestServer
    const ids: Record<string, string> = {}
    beforeAll(async () => {
      server = await openTestServer(kind, files)
      await server.scan()
      const { json } = await request('GET', 'series?pageSize=50')
      for (const { title, id } of json.data) ids[title] = id
    })
    afterAll(() => server?.close())
    const request = (
      method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
      url: string,
      body?: object,
      as = server.admin,
    ) => server.request(method, url, { as, body })
    const related = async (title: string, as?: string) => {
      const { json } = await request('GET', `series/${ids[title]}/relations`, undefined, as)
      return json.map((one: { kind: string; source: string; series: { title: string } }) => [
        one.kind,
        one.series.title,
        one.source,
      ])
    }
    const similar = async (title: string, as?: string) =>
      (await request('GET', `series/${ids[title]}/similar`, undefined, as)).json

    it('tells of a person what they did, and lists it', async () => {
      const { json } = await request('GET', 'facets/person?name=ann%20moore')
      expect(json).toMatchObject({ kind: 'person', name: 'Ann Moore', seriesCount: 3, bookCount: 3 })
      expect(json.roles).toEqual([
        { role: 'writer', seriesCount: 2, bookCount: 2 },
        { role: 'cover_artist', seriesCount: 1, bookCount: 1 },
      ])
      for (const entity of ['series', 'books']) {
        const condition = { author: { operator: 'is', value: 'Ann Moore', role: 'writer' } }
        expect((await request('POST', `${entity}/list`, { condition })).json.total).toBe(2)
        const wrong = { author: { operator: 'is', value: 'Ann Moore', role: 'king' } }
        expect((await request('POST', `${entity}/list`, { condition: wrong })).status).toBe(400)
        const elsewhere = { title: { operator: 'is', value: 'Watch', role: 'writer' } }
        expect((await request('POST', `${entity}/list`, { condition: elsewhere })).status).toBe(400)
      }
    })

    it('knows publishers, imprints, genres and story arcs by name, however written', async () => {
      expect((await request('GET', 'facets/imprint?name=INK%20WELL')).json).toMatchObject({
        seriesCount: 2,
        bookCount: 2,
      })
      expect((await request('GET', 'facets/publisher?name=big%20house')).json).toMatchObject({ name: 'Big House' })
      expect((await request('GET', 'facets/genre?name=Crime')).json).toMatchObject({ seriesCount: 3, bookCount: 3 })
      const arc = await request('GET', 'facets/story_arc?name=the%20fall')
      expect(arc.json).toMatchObject({ kind: 'story_arc', seriesCount: 2, bookCount: 2, roles: [] })
      const books = await request('GET', 'story-arcs/books?name=the%20fall&covers=true')
      expect(books.json.data.map(({ seriesName }: { seriesName: string }) => seriesName)).toEqual(['Ward', 'Watch'])
      expect(books.json.total).toBe(2)
      expect((await request('GET', 'facets/genre?name=Unheard')).status).toBe(404)
      expect((await request('GET', 'facets/mood?name=Crime')).status).toBe(400)
    })

    it('lists the series and books with a character, team or location', async () => {
      const owl = await request('GET', 'facets/character?name=night%20owl')
      expect(owl.json).toMatchObject({ kind: 'character', seriesCount: 2, bookCount: 2, roles: [] })
      expect((await request('GET', 'facets/team?name=the%20watch')).json).toMatchObject({
        name: 'The Watch',
        bookCount: 1,
      })
      expect((await request('GET', 'facets/location?name=harbour')).json).toMatchObject({
        seriesCount: 2,
        bookCount: 2,
      })
      expect((await request('GET', 'facets/character?name=Nobody')).status).toBe(404)
      const having = async (entity: 'series' | 'books', condition: object) => {
        const { json } = await request('POST', `${entity}/list`, { condition })
        return json.data.map((one: { title: string; seriesName?: string }) => one.seriesName ?? one.title).sort()
      }
      for (const entity of ['series', 'books'] as const) {
        const test = (field: string, operator: string, value?: string) =>
          having(entity, { [field]: { operator, value } })
        expect(await test('character', 'is', 'night owl')).toEqual(['Ward', 'Watch'])
        expect(await test('character', 'isNot', 'Vera Stone')).toEqual(['Dusk', 'Lone', 'Ward'])
        expect(await test('character', 'isNull')).toEqual(['Dusk', 'Lone'])
        expect(await test('team', 'isNotNull')).toEqual(['Watch'])
        expect(await test('location', 'beginsWith', 'old')).toEqual(['Ward'])
      }
    })

    it('finds all kinds of names by a part of them', async () => {
      const names = async (search: string) =>
        (await request('GET', `facets?search=${encodeURIComponent(search)}`)).json.map(
          (one: { kind: string; name: string; seriesCount: number }) => [one.kind, one.name, one.seriesCount],
        )
      expect(await names('WELL')).toEqual([['imprint', expect.stringMatching(/^ink well$/i), 2]])
      expect(await names('fall')).toContainEqual(['story_arc', expect.stringMatching(/^the fall$/i), 2])
      expect(await names('owl')).toEqual([['character', expect.stringMatching(/^night +owl$/i), 2]])
      expect(await names('harb')).toEqual([['location', 'Harbour', 2]])
      expect(await names('moore ann')).toContainEqual(['person', 'Ann Moore', 3])
      expect(await names('house')).toContainEqual(['publisher', 'Big House', expect.any(Number)])
      expect(await names('nobody here')).toEqual([])
      expect((await request('GET', 'facets?search=')).status).toBe(400)
      expect((await request('GET', 'facets')).status).toBe(400)
    })

    it('relates series of one group, and lets people say more', async () => {
      expect(await related('Watch')).toEqual([
        ['same_universe', 'Dusk', 'file'],
        ['same_universe', 'Ward', 'file'],
      ])
      const path = (a: string, b: string) => `series/${ids[a]}/relations/${ids[b]}`
      expect((await request('PUT', path('Watch', 'Ward'), { kind: 'sequel' })).status).toBe(204)
      expect((await request('PUT', path('Lone', 'Watch'), { kind: 'adaptation' })).status).toBe(204)
      expect(await related('Watch')).toEqual([
        ['sequel', 'Ward', 'person'],
        ['original', 'Lone', 'person'],
        ['same_universe', 'Dusk', 'file'],
      ])
      expect(await related('Ward')).toContainEqual(['prequel', 'Watch', 'person'])
      expect(await related('Lone')).toEqual([['adaptation', 'Watch', 'person']])
      // Set again from the other side, it replaces the earlier relation.
      expect((await request('PUT', path('Ward', 'Watch'), { kind: 'sequel' })).status).toBe(204)
      expect(await related('Watch')).toContainEqual(['prequel', 'Ward', 'person'])
      expect((await request('DELETE', path('Watch', 'Lone'))).status).toBe(204)
      expect((await request('DELETE', path('Watch', 'Lone'))).status).toBe(404)
      // A relation from files stays removed once a user removed it.
      expect((await request('DELETE', path('Dusk', 'Watch'))).status).toBe(204)
      expect(await related('Watch')).toEqual([['prequel', 'Ward', 'person']])
      expect((await request('PUT', path('Watch', 'Watch'), { kind: 'sequel' })).status).toBe(400)
      const reader = await server.addUser(`plain-${kind}`)
      expect((await request('PUT', path('Watch', 'Lone'), { kind: 'sequel' }, reader.as)).status).toBe(403)
    })

    it('keeps what was said where the database has the transaction tried again', async () => {
      const path = `series/${ids.Lone}/relations/${ids.Ward}`
      const stop = endTransactionsOnce(server.db)
      try {
        expect((await request('PUT', path, { kind: 'sequel' })).status).toBe(204)
        expect(await related('Lone')).toEqual([['sequel', 'Ward', 'person']])
        expect((await request('DELETE', path)).status).toBe(204)
        expect(await related('Lone')).toEqual([])
      } finally {
        stop()
      }
    })

    it('takes relations from plugins, where nobody said otherwise', async () => {
      const record = parseProviderSeriesRecord({
        title: 'Lone',
        externalId: '7',
        relations: [
          { type: 'Spin-off', title: 'watch' },
          { type: 'prequel', externalId: '9', title: 'Nowhere here' },
          { type: 'no such thing', title: 'Dusk' },
        ],
      })!
      expect(record.relations).toHaveLength(2)
      const lone = (await server.db.query.selectFrom('series').select(['id', 'title']).execute()).find(
        (one) => one.title === 'Lone',
      )!
      const relate = async () => {
        const found = await findProposedRelations(server.db, systemViewer, lone.id, 'plugin:x', record.relations)
        await server.db.transaction(async (tx) => {
          await writeProposedRelations(tx, lone.id, found)
          await bumpRevisions(tx, 'catalog')
        })
        return found
      }
      const [proposed] = await relate()
      expect(proposed).toMatchObject({ title: 'Watch', kind: 'spin_off', kindNow: null, before: null })
      expect(await related('Lone')).toEqual([['spin_off', 'Watch', 'plugin']])
      expect(await related('Watch')).toContainEqual(['main_story', 'Lone', 'plugin'])
      await request('DELETE', `series/${ids.Lone}/relations/${ids.Watch}`)
      await relate()
      expect(await related('Lone')).toEqual([])
    })

    it('finds the stories of books that were read before they were linked', async () => {
      await server.db.transaction(async (tx) => {
        for (const facet of storyFacets) await tx.deleteFrom(facet).execute()
        await tx.deleteFrom('book_universe').execute()
        await linkStoryOfAllBooks(tx, kind)
        await bumpRevisions(tx, 'catalog')
      })
      expect((await request('GET', 'story-arcs/books?name=The%20Fall')).json.total).toBe(2)
      expect((await request('GET', 'facets/character?name=Night%20Owl')).json).toMatchObject({ bookCount: 2 })
      expect((await request('GET', 'facets/location?name=Old%20Mill')).json).toMatchObject({ bookCount: 1 })
    })

    it('finds series like one, and says why', async () => {
      const found = await similar('Dusk')
      expect(found.map((one: { series: { title: string } }) => one.series.title)).toEqual(['Ward', 'Watch'])
      expect(found[0].reasons).toEqual([{ kind: 'genre', role: null, names: ['Crime'] }])
      const alike = await similar('Lone')
      expect(alike).toEqual([])
      await request('DELETE', `series/${ids.Ward}/relations/${ids.Watch}`)
      const [ward] = await similar('Watch')
      expect(ward.series.title).toBe('Ward')
      expect(ward.reasons[0]).toEqual({ kind: 'person', role: 'writer', names: ['Ann Moore'] })
    })

    it('counts readers only where two others read both', async () => {
      const books = (await request('GET', 'books?pageSize=50')).json.data
      const book = (series: string) => books.find((one: { seriesName: string }) => one.seriesName === series).id
      const read = async (as: string, ...series: string[]) => {
        for (const one of series)
          await request('PUT', `books/${book(one)}/progress`, { currentPage: 1, completed: true }, as)
      }
      const [one, two] = [await server.addUser(`one-${kind}`), await server.addUser(`two-${kind}`)]
      await read(one.as, 'Lone', 'Dusk')
      await request('PATCH', `series/${ids.Lone}/metadata`, { year: 2001 })
      expect(await similar('Lone')).toEqual([])
      await read(two.as, 'Lone', 'Dusk')
      await request('PATCH', `series/${ids.Lone}/metadata`, { year: 2002 })
      expect((await similar('Lone')).map((each: { reasons: object[] }) => each.reasons)).toEqual([
        [{ kind: 'readers', role: null, names: [] }],
      ])
      expect(await similar('Lone', one.as)).toEqual([])
    })

    it('shows nobody what they may not see', async () => {
      await request('PATCH', `series/${ids.Ward}/metadata`, { ageRating: 18 })
      const child = await server.addUser(`child-${kind}`, { ageLimit: 12, allowUnrated: true })
      await request('PUT', `series/${ids.Watch}/relations/${ids.Ward}`, { kind: 'sequel' })
      expect(await related('Watch', child.as)).toEqual([])
      expect(await similar('Watch', child.as)).toHaveLength(1)
      expect((await request('GET', 'facets/person?name=Ann%20Moore', undefined, child.as)).json).toMatchObject({
        seriesCount: 2,
        bookCount: 2,
        roles: [
          { role: 'cover_artist', seriesCount: 1, bookCount: 1 },
          { role: 'writer', seriesCount: 1, bookCount: 1 },
        ],
      })
      expect((await request('GET', 'story-arcs/books?name=The%20Fall', undefined, child.as)).json.total).toBe(1)
      const owl = await request('GET', 'facets/character?name=Night%20Owl', undefined, child.as)
      expect(owl.json).toMatchObject({ seriesCount: 1, bookCount: 1 })
      expect((await request('GET', 'facets/location?name=Old%20Mill', undefined, child.as)).status).toBe(404)
      expect((await request('GET', 'facets?search=mill', undefined, child.as)).json).toEqual([])
      expect((await request('GET', `series/${ids.Ward}/relations`, undefined, child.as)).status).toBe(404)
    })
  })
}
