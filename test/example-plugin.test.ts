import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { PluginLog } from '../src/plugins/process/plugin-log.ts'
import { PluginProcess } from '../src/plugins/process/plugin-process.ts'
import { planSpawn } from '../src/plugins/process/sandbox.ts'
import { parsePluginManifest } from '../src/plugins/protocol/manifest.ts'
import { makePluginFolder } from './fixtures/make-plugin.ts'

const packageDir = join(import.meta.dirname, '../examples/plugin')
const tryPlugin = (...args: string[]) => promisify(execFile)(process.execPath, [join(packageDir, 'try.ts'), ...args])

it('passes its own harness, which notices what is wrong', async () => {
  const { stdout } = await tryPlugin('paper moons')
  expect(stdout).toContain("title: 'Paper Moons'")
  expect(stdout).not.toContain('✗')
  // Short enough to read in an evening, with the whole protocol in it.
  expect(readFileSync(join(packageDir, 'index.ts'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  await expect(tryPlugin('x', join(packageDir, 'package.json'))).rejects.toMatchObject({ code: 1 })
})

it('is as short as the documentation says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-plugin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const page = readFileSync(join(import.meta.dirname, '../docs/plugins.md'), 'utf8')
  const [, about, script] = /## Write one[\s\S]*?```json\n([\s\S]*?)```[\s\S]*?```js\n([\s\S]*?)```/.exec(page)!
  writeFileSync(join(folder, 'package.json'), about!)
  writeFileSync(join(folder, 'index.js'), script!)
  const { stdout } = await tryPlugin('garden', join(folder, 'index.js'))
  expect(stdout).toContain("summary: 'Machines grow, too.'")
  expect(stdout).not.toContain('✗')
})

it('has a harness for release sources, sync and recommendations, too', async () => {
  const capabilities = { userReadSync: true, userRecommendationProvider: true }
  const answers = `if (method === 'initialize') {
      request('releases/register_sources', { sources: [{ sourceKey: 'a', displayName: 'A', kind: 'rss-series' }] })
      return manifest
    }
    if (method === 'sync/getUserInfo') return { externalId: '1', username: 'ann' }
    if (method === 'sync/pullProgress') return { entries: [], hasMore: false }
    const { tracked } = method === 'releases/poll' ? await request('releases/list_tracked', params) : {}`
  const candidate = `{ seriesMatch: { codexSeriesId: tracked[0].seriesId, confidence: 1, reason: tracked[0].aliases[0] },
    externalReleaseId: '1', language: 'en', payloadUrl: 'https://feed.example/1', observedAt: new Date().toISOString() }`
  const make = (name: string, kind: string, record: string, recommendation: object) => {
    const folder = makePluginFolder({
      name,
      capabilities: { ...capabilities, releaseSource: { kinds: [kind] } },
      handle: `${answers}
        if (tracked) { await request('releases/record', { candidate: ${record} }); return { upstreamStatus: 200 } }
        return { recommendations: [${JSON.stringify(recommendation)}] }`,
    })
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  const recommendation = { externalId: '1', title: 'Harbor', reason: 'Popular' }
  const { stdout } = await tryPlugin('garden', make('good', 'rss-series', candidate, recommendation))
  expect(stdout).toContain("reason: 'garden'")
  expect(stdout).not.toContain('✗')
  await expect(tryPlugin(make('bad', 'api-feed', '{}', { title: 'Harbor' }))).rejects.toMatchObject({
    stdout: expect.stringMatching(
      /✗ the manifest doesn’t declare the kind rss-series[\s\S]*✗ seriesMatch[\s\S]*✗ each recommendation needs/,
    ),
  })
})

it('is tried in the sandbox of the server, with a folder for its data', async () => {
  const handle = `const { readFileSync, writeFileSync } = await import('node:fs')
    if (method === 'initialize') {
      writeFileSync(params.dataDir + '/note', 'stored')
      console.error(readFileSync('note', 'utf8'), Object.keys(process.env).length)
      return manifest
    }
    return { results: [{ externalId: '1', title: readFileSync('/etc/hostname', 'utf8') }] }`
  const folder = makePluginFolder({ name: 'curious', handle, capabilities: { metadataProvider: ['series'] } })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const tried = tryPlugin('x', join(folder, 'dist/index.js'))
  await expect(tried).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/✗ the search failed: Access to this API has been restricted/),
    stderr: expect.stringContaining('stored 0'),
  })
})

it('runs in the sandbox', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-plugin-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const launch = { command: 'node', args: ['index.ts'], env: {}, packageDir, dataDir, heapMegabytes: 96 }
  const plugin = new PluginProcess({
    spawn: planSpawn({ ...launch, isOffline: true, allowedCommands: [] }),
    log: new PluginLog(),
    answer: async () => null,
    onExit: () => {},
    maxResidentBytes: 1 << 30,
  })
  onTestFinished(() => plugin.stop(100))
  const manifest = parsePluginManifest(await plugin.call('initialize', { adminConfig: { publisher: 'Mine' } }, 30_000))
  expect(manifest).toMatchObject({ name: 'example-provider', capabilities: { metadataProvider: ['series'] } })
  const search = await plugin.call('metadata/series/search', { query: 'paper' }, 30_000)
  expect(search).toMatchObject({ results: [{ externalId: '2', preview: { authors: ['B. Holt'] } }] })
  await expect(plugin.call('no/such', {}, 30_000)).rejects.toMatchObject({ code: -32601 })
  const found = await plugin.call('metadata/series/get', { externalId: '1' }, 30_000)
  expect(found).toMatchObject({ title: 'The Lighthouse Keepers', publisher: 'Mine' })
  await expect(plugin.call('metadata/series/get', { externalId: '9' }, 30_000)).rejects.toMatchObject({ code: -32002 })
})
