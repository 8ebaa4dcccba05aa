import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { encryptWith7z } from '../../../test/fixtures/pack-with-7z.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { reasonOf } from '../../contract/reasons.ts'

const info = {
  Series: 'Saga',
  Title: 'Chapter One',
  Writer: 'BKV',
  Publisher: 'Image',
  Summary: 'It begins.',
  Year: 2012,
}
const json = { metadata: { name: 'Saga', year: 2012, publisher: 'Image Comics', total_issues: 60, status: 'Ended' } }

describe.each(['sqlite', 'postgres'] as const)('metadata files as a provider on %s', (kind) => {
  let server: TestServer
  let series: string
  let book: string
  let pluginId: string
  const as = () => ({ as: server.admin })
  const post = async (path: string, body: object = {}) => server.request('POST', path, { ...as(), body })
  const read = async (path: string) => (await server.request('GET', path, as())).json

  beforeAll(async () => {
    server = await openTestServer(kind, {
      'Saga/Saga 01.cbz': makeComic(1, { ...info, LanguageISO: 'en' }),
      'Saga/series.json': Buffer.from(JSON.stringify(json)),
      'Bare/Bare 01.cbz': makeComic(2),
      'Locked/Locked 01.cbz': await encryptWith7z(
        { '1.png': makePng(30, 40), 'ComicInfo.xml': Buffer.from('<ComicInfo><Title>Inside</Title></ComicInfo>') },
        { type: 'zip', password: 'swordfish' },
      ),
    })
    await server.scan()
    series = (await read('series')).data.find((one: { title: string }) => one.title === 'Saga').id
    book = (await read(`series/${series}/books`)).data[0].id
    const { actions } = await read('plugins/actions?scope=series:detail')
    expect(actions).toMatchObject([{ pluginName: 'files', pluginDisplayName: 'From the files' }])
    pluginId = actions[0].pluginId
  }, 240_000)
  afterAll(() => server.close())

  it('offers each of them, and nothing where there is none', async () => {
    const found = (await post(`series/${series}/metadata/search`, { pluginId })).json
    expect(found.results.map((one: { externalId: string }) => one.externalId)).toEqual(['series.json', 'ComicInfo.xml'])
    const ofBook = (await post(`books/${book}/metadata/search`, { pluginId })).json
    expect(ofBook.results).toMatchObject([{ externalId: 'ComicInfo.xml', title: 'Chapter One', year: 2012 }])
    const bare = (await read('series')).data.find((one: { title: string }) => one.title === 'Bare').id
    expect((await post(`series/${bare}/metadata/search`, { pluginId })).json.results).toEqual([])
    const gone = await post(`series/${bare}/metadata/preview`, { pluginId, externalId: 'series.json' })
    const reason = { code: 'metadata_file_gone', params: { name: 'series.json' } }
    expect([gone.status, reasonOf(gone.json.message)]).toEqual([404, reason])
  })

  it('offers those in an encrypted book whose password is saved', async () => {
    const locked = (await read('series')).data.find((one: { title: string }) => one.title === 'Locked').id
    const { id } = (await read(`series/${locked}/books`)).data[0]
    const titles = async () =>
      (await post(`books/${id}/metadata/search`, { pluginId })).json.results.map((one: { title: string }) => one.title)
    expect(await titles()).toEqual([])
    await server.request('PUT', `books/${id}/file-password`, { ...as(), body: { password: 'swordfish' } })
    await server.waitForIdle()
    expect(await titles()).toEqual(['Inside'])
  })

  it('is compared with what somebody changed, applied as it was shown, and undone', async () => {
    const body = { summary: 'Mine.', publisher: 'Mine' }
    await server.request('PATCH', `books/${book}/metadata`, { ...as(), body })
    await server.request('PUT', `books/${book}/metadata/locks`, { ...as(), body: { summary: false, publisher: true } })
    const preview = (await post(`books/${book}/metadata/preview`, { pluginId, externalId: 'ComicInfo.xml' })).json
    const field = (name: string) => preview.fields.find((one: { field: string }) => one.field === name)
    expect(field('summary')).toMatchObject({ status: 'will_apply', currentValue: 'Mine.', proposedValue: 'It begins.' })
    expect(field('publisher').status).toBe('locked')
    // The previewed values are applied, whatever the file contains by then.
    writeFileSync(join(server.library, 'Saga/Saga 01.cbz'), makeComic(1, { ...info, Summary: 'Something else.' }))
    const applied = await post(`books/${book}/metadata/apply`, {
      pluginId,
      externalId: 'ComicInfo.xml',
      fields: ['summary'],
    })
    expect(applied.json).toMatchObject({ success: true, appliedFields: ['summary'] })
    expect((await read(`books/${book}/metadata`)).summary).toBe('It begins.')
    const { changes } = await read(`books/${book}/metadata/changes`)
    expect(changes).toMatchObject([{ pluginId: null, pluginName: 'From the files', fields: ['summary'] }])
    expect((await post(`books/${book}/metadata/changes/${changes[0].id}/undo`)).status).toBe(200)
    expect((await read(`books/${book}/metadata`)).summary).toBe('Mine.')
    expect((await read(`books/${book}/external-ids`)).externalIds).toEqual([])
  })
})
