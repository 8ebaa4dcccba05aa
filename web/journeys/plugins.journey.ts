import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePluginFolder } from '../../test/fixtures/make-plugin.ts'
import { findBook, type JourneyServer, openFilledServer, visit } from './journey-server.ts'

/** Knows one series for certain, offers two of the same name for another, and announces a volume of what is followed. */
const plugin = `
const works = [
  { externalId: 'harbor', title: 'Harbor Lights', summary: 'Ships come and go.', publisher: 'Quay Press' },
  { externalId: 'thread-a', title: 'Akai Ito', year: 1998, summary: 'The first thread.' },
  { externalId: 'thread-b', title: 'Akai Ito', year: 2011, summary: 'The second thread.' },
]
if (method === 'initialize') {
  ask('releases/register_sources', { sources: [{ sourceKey: 'feed', displayName: 'Quay feed', kind: 'rss-series' }] })
  return manifest
}
if (method === 'metadata/series/search') {
  const words = params.query.toLowerCase()
  return { results: works.filter((one) => words.includes(one.title.toLowerCase())) }
}
if (method === 'releases/poll') {
  const { tracked } = await ask('releases/list_tracked', { sourceId: params.sourceId })
  for (const { seriesId } of tracked) await ask('releases/record', { sourceId: params.sourceId, candidate: {
    seriesMatch: { codexSeriesId: seriesId, confidence: 1, reason: 'alias' }, externalReleaseId: 'v42-' + seriesId,
    volumes: [{ start: 42, end: 42 }], language: 'en', payloadUrl: 'https://feed.example/42', observedAt: new Date().toISOString() } })
  return { recorded: tracked.length, upstreamStatus: 200 }
}
return works.find((one) => one.externalId === params.externalId)
`

let server: JourneyServer
beforeAll(async () => {
  server = await openFilledServer()
})
afterAll(() => server?.close())

test('a plugin is installed, searched with, applied, undone, and matches a library by itself', async () => {
  const path = makePluginFolder({
    name: 'quay',
    handle: plugin,
    capabilities: {
      metadataProvider: ['series'],
      releaseSource: { kinds: ['rss-series'], requiresAliases: true },
    },
    manifest: {
      displayName: 'Quay',
      configSchema: { fields: [{ key: 'limit', label: 'Result limit', type: 'number', default: 5 }] },
    },
  })
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/plugins`)
  await page.getByLabel('Package, folder or tarball').fill(path)
  await page.getByRole('button', { name: 'Install', exact: true }).last().click()
  await page.getByText('Check what this plugin may do, then enable it.').waitFor()
  await page.getByLabel('Result limit').fill('7')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Saved', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await page.getByText('Healthy', { exact: true }).waitFor()

  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'Identify' }).click()
  const dialog = page.getByRole('dialog', { name: 'Identify' })
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog.getByRole('button', { name: 'Compare with Harbor Lights' }).click()
  await dialog.getByRole('row', { name: /Publisher.*Quay Press/ }).waitFor()
  await dialog.getByRole('button', { name: /^Apply \d+ fields?$/ }).click()
  await page.getByText('Quay Press').first().waitFor()
  await page.getByRole('button', { name: 'Identify' }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText('Undone').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByText('Quay Press').count()).toBe(0)

  const { libraryId } = await server.ask<{ libraryId: string }>('GET', `/series/${seriesId}`)
  await page.goto(`${server.origin}/libraries/${libraryId}`)
  await page.getByRole('button', { name: 'Match metadata' }).click()
  await page.getByRole('menuitem', { name: 'Match this library with Quay' }).click()
  await page.getByText('Matching started', { exact: false }).waitFor()
  await page.goto(`${server.origin}/admin/reviews`)
  await page.getByText('Several candidates fit equally well.').waitFor({ timeout: 90_000 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  await page.getByRole('button', { name: 'Use Akai Ito for Akai Ito' }).last().click()
  await page.getByText('Nothing to review').waitFor()
  const chosen = await findBook(server, 'Akai Ito Vol. 1')
  await page.goto(`${server.origin}/series/${chosen.seriesId}`)
  await page.getByText('The second thread.').waitFor()
})

test('a followed series brings new releases with a badge, and a dismissed one is gone', async () => {
  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'Follow new releases' }).click()
  await page.getByRole('button', { name: 'Stop following new releases' }).waitFor()
  const { plugins } = await server.ask<{ plugins: { id: string }[] }>('GET', '/admin/plugins')
  await page.goto(`${server.origin}/admin/plugins/${plugins[0]?.id}`)
  await page.getByRole('button', { name: 'Check Quay feed now' }).click()
  await page.getByText('1 new release', { exact: false }).waitFor({ timeout: 90_000 })
  await page.getByRole('link', { name: 'New releases: 1 new' }).click()
  await page.getByText('Vol. 42').waitFor()
  await page.getByRole('button', { name: /^Dismiss .*Vol\. 42$/ }).click()
  await page.getByText('No new releases').waitFor()
  await page.getByRole('link', { name: 'New releases', exact: true }).waitFor()
})
