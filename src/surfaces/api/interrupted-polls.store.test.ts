import { describe, expect, it, onTestFinished } from 'vitest'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer } from '../../../test/server.ts'

describe.each(['sqlite', 'postgres'] as const)('a poll on %s', (kind) => {
  it('whose plugin is turned off meanwhile is no fault of its source', async () => {
    const server = await openTestServer(kind, {})
    onTestFinished(() => server.close())
    const as = { as: server.admin }
    const post = async (path: string, body: object = {}) => (await server.request('POST', path, { ...as, body })).json
    const read = async (path: string) => (await server.request('GET', path, as)).json
    const path = makePluginFolder({
      name: 'slow',
      capabilities: { releaseSource: { kinds: ['rss-series'] } },
      handle: `if (method === 'releases/poll') { console.error('asked'); return undefined }
        request('releases/register_sources', { sources: [{ sourceKey: 'a', displayName: 'A', kind: 'rss-series' }] })
        return manifest`,
    })
    const { id } = (await post('admin/plugins/install', { path })).plugin
    await post(`admin/plugins/${id}/enable`)
    await expect.poll(async () => (await read('release-sources')).sources.length, { timeout: 60_000 }).toBe(1)
    const [source] = (await read('release-sources')).sources
    await post(`release-sources/${source.id}/poll-now`)
    const lines = async (): Promise<{ message: string }[]> => (await read(`admin/plugins/${id}/logs`)).lines
    await expect.poll(async () => (await lines()).at(-1)?.message, { timeout: 60_000 }).toBe('asked')
    await post(`admin/plugins/${id}/disable`)
    await server.waitForIdle()
    const [task] = (await read('tasks?type=poll_release_source')).data
    expect(task).toMatchObject({ status: 'failed', error: 'The plugin is turned off.', attempts: 1 })
    expect((await read('release-sources')).sources).toMatchObject([{ lastError: null, failureCount: 0 }])
  })
})
