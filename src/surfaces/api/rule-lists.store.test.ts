import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../test/databases.ts'
import { makeNovel } from '../../../test/fixtures/make-novel.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

const files = Object.fromEntries(
  ['Alpha', 'Beta', 'Gamma'].map((name) => [`${name}/${name} 1.epub`, makeNovel(`${name} 1`, [`About ${name}.`])]),
)

for (const kind of databaseKinds()) {
  describe(`lists that follow from a condition on ${kind}`, () => {
    let server: TestServer
    let series: Record<string, string>
    beforeAll(async () => {
      server = await openTestServer(kind, files, (config) => {
        config.compat_api.enabled = true
      })
      await server.scan()
      const { json } = await request('GET', 'series?pageSize=50')
      series = Object.fromEntries(json.data.map((one: { title: string; id: string }) => [one.title, one.id]))
    })
    afterAll(() => server?.close())

    const request = (
      method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
      url: string,
      body?: object,
      as = server.admin,
    ) => server.request(method, url, { as, body })
    const tagged = (value: string) => ({ tag: { operator: 'is', value } })
    const tag = (name: string, ...tags: string[]) => request('PUT', `series/${series[name]}/tags`, { tags })
    const names = async (id: string, as = server.admin) =>
      (await request('GET', `collections/${id}/series`, undefined, as)).json.data.map(
        (one: { title: string }) => one.title,
      )

    it('hold what the condition finds, and follow it', async () => {
      await tag('Alpha', 'sea')
      const made = await request('POST', 'collections', { name: 'Sea', condition: tagged('sea') })
      expect(made.status).toBe(201)
      expect(made.json).toMatchObject({ seriesCount: 1, condition: tagged('sea') })
      expect(await names(made.json.id)).toEqual(['Alpha'])
      await tag('Gamma', 'sea')
      expect(await names(made.json.id)).toEqual(['Alpha', 'Gamma'])
      await tag('Alpha')
      const { json } = await request('GET', 'collections')
      expect(json.data[0]).toMatchObject({ name: 'Sea', seriesCount: 1 })
      expect((await request('GET', `series/${series.Gamma}/collections`)).json).toHaveLength(1)
      expect((await request('GET', `series/${series.Alpha}/collections`)).json).toEqual([])
    })

    it('are the same in feeds and for apps made for Komga', async () => {
      const { json } = await request('GET', 'collections')
      const { id } = json.data[0]
      expect((await request('GET', `/opds/v1.2/collections/${id}`)).text).toContain('Gamma')
      const komga = await request('GET', `/komga/api/v1/collections/${id}/series`)
      expect(komga.json.content.map((one: { name: string }) => one.name)).toEqual(['Gamma'])
    })

    it('take no members by hand, until the condition is gone', async () => {
      const { id } = (await request('GET', 'collections')).json.data[0]
      const seriesIds = [series.Beta!]
      expect((await request('POST', `collections/${id}/series`, { seriesIds })).status).toBe(409)
      expect((await request('PUT', `collections/${id}/series`, { seriesIds })).status).toBe(409)
      expect((await request('DELETE', `collections/${id}/series/${series.Gamma}`)).status).toBe(409)
      expect(await names(id)).toEqual(['Gamma'])
      expect((await request('PATCH', `collections/${id}`, { condition: null })).json).toMatchObject({ condition: null })
      await request('POST', `collections/${id}/series`, { seriesIds })
      expect(await names(id)).toEqual(['Beta', 'Gamma'])
      await request('PATCH', `collections/${id}`, { condition: tagged('sea') })
      expect(await names(id)).toEqual(['Gamma'])
    })

    it('show each reader only what they may see', async () => {
      await tag('Beta', 'sea')
      await request('PATCH', `series/${series.Beta}/metadata`, { ageRating: 18 })
      const child = await server.addUser(`child-${kind}`, { ageLimit: 12, allowUnrated: true })
      const { id } = (await request('GET', 'collections')).json.data[0]
      expect(await names(id)).toEqual(['Beta', 'Gamma'])
      expect(await names(id, child.as)).toEqual(['Gamma'])
      const { json } = await request('GET', `collections/${id}`, undefined, child.as)
      expect(json.seriesCount).toBe(1)
    })

    it('about one’s own reading are one’s own', async () => {
      const condition = { readStatus: { operator: 'is', value: 'read' } }
      const refused = await request('POST', 'readlists', { name: 'Read', condition, shared: true })
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('can’t be shared')])
      const made = await request('POST', 'readlists', { name: 'Read', condition, shared: false })
      expect(made.json).toMatchObject({ bookCount: 0 })
      const [book] = (await request('GET', `series/${series.Alpha}/books`)).json.data
      await request('PUT', `books/${book.id}/progress`, { currentPage: book.pageCount, completed: true })
      expect((await request('GET', `readlists/${made.json.id}`)).json).toMatchObject({ bookCount: 1 })
      expect((await request('PATCH', `readlists/${made.json.id}`, { shared: true })).status).toBe(400)
    })

    it('refuse what cannot be asked', async () => {
      const wrong = await request('POST', 'collections', {
        name: 'x',
        condition: { nonsense: { operator: 'is', value: 1 } },
      })
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('not a field')])
      const both = await request('POST', 'collections', {
        name: 'x',
        condition: tagged('a'),
        seriesIds: [series.Beta!],
      })
      expect(both.status).toBe(400)
    })
  })
}
