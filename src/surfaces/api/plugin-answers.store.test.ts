import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

/** Returns its key wherever it can. */
const talkative = `
if (method === 'initialize') { globalThis.given = params.credentials ?? {}; return manifest }
const { api_key: key, server } = globalThis.given
if (method === 'metadata/series/search') return { results: [{
  externalId: key, title: 'My key is ' + key, alternateTitles: [btoa(key)], coverUrl: server + '/c.png?key=' + key,
  preview: { genres: [key], description: server } }] }
if (params.externalId === 'refused') throw new Refusal(-32000, 'Refused ' + key, { key })
return { externalId: params.externalId, title: 'Saga', summary: 'Told with ' + key }`

describe.each(['sqlite', 'postgres'] as const)('what plugins answer on %s', (kind) => {
  let server: TestServer
  let pluginId: string
  let at: string
  const as = () => ({ as: server.admin })
  const post = async (path: string, body: object) => (await server.request('POST', path, { ...as(), body })).json

  beforeAll(async () => {
    server = await openTestServer(kind, { 'Saga/Saga 01.cbz': makeComic(1) })
    await server.scan()
    at = `series/${(await server.request('GET', 'series', as())).json.data[0].id}/metadata`
    const path = makePluginFolder({
      name: 'talkative',
      handle: talkative,
      capabilities: { metadataProvider: ['series'] },
      manifest: { requiredCredentials: [{ key: 'server', label: 'Server', required: true, sensitive: false }] },
    })
    const credentials = { api_key: 'k3y-of/plugin', server: 'https://books.example' }
    pluginId = (await post('admin/plugins/install', { path, credentials })).plugin.id
    await post(`admin/plugins/${pluginId}/enable`, {})
  }, 240_000)
  afterAll(() => server.close())

  it('has no keys in it', async () => {
    expect((await post(`${at}/search`, { pluginId })).results).toMatchObject([
      {
        ...{ externalId: '•••', title: 'My key is •••', alternateTitles: ['•••'] },
        coverUrl: 'https://books.example/c.png?key=•••',
        preview: { genres: ['•••'], description: 'https://books.example' },
      },
    ])
    const execute = (action: string, params: object) =>
      post(`plugins/${pluginId}/execute`, { action: { metadata: { action, contentType: 'series', params } } })
    const answers = [
      await post(`${at}/preview`, { pluginId, externalId: '1' }),
      await execute('search', { query: 'Saga' }),
      await execute('get', { externalId: 'refused' }),
    ]
    for (const answer of answers.map((one) => JSON.stringify(one))) {
      expect(answer).toContain('•••')
      expect(answer).not.toContain('k3y')
    }
  })

  it('is linked to even where no field was chosen, which is said', async () => {
    const apply = () => post(`${at}/apply`, { pluginId, externalId: 'linked', fields: [] })
    const message = 'The ID at the provider was stored. No field was changed.'
    expect(await apply()).toMatchObject({ success: true, appliedFields: [], message })
    expect(await apply()).toMatchObject({ success: false, message: 'Nothing was changed.' })
  })
})
