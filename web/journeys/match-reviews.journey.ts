import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makePluginFolder } from '../../test/fixtures/make-plugin.ts'
import { findBook, type JourneyServer, openFilledServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openFilledServer()
})
afterAll(() => server?.close())

/** Finds two series of every name, so that none is matched without a person. */
const doubtful = `
if (method === 'initialize') return manifest
if (method === 'metadata/series/search') return { results: [1990, 2010].map((year) => (
  { externalId: params.query + year, title: params.query, year, alternateTitles: [], preview: { genres: [] } })) }
return { externalId: params.externalId, title: params.externalId.slice(0, -4), summary: 'Chosen by a person.', genres: [], authors: [] }`

test.each([1440, 390])('doubtful matches are decided with the keyboard alone, %s px wide', async (width) => {
  const path = makePluginFolder({
    name: `doubtful-${width}`,
    handle: doubtful,
    capabilities: { metadataProvider: ['series'] },
    manifest: { displayName: 'Doubtful' },
  })
  const { plugin } = await server.ask<{ plugin: { id: string } }>('POST', '/admin/plugins/install', { path })
  await server.ask('POST', `/admin/plugins/${plugin.id}/enable`)
  await server.ask('PATCH', `/admin/plugins/${plugin.id}`, { applyFrom: 1, useExistingExternalId: false })
  const { data: series } = await server.ask<{ data: { id: string }[] }>('GET', '/series?pageSize=3')
  expect(series).toHaveLength(3)
  for (const { id } of series) await server.ask('POST', `/series/${id}/metadata/auto-match`, { pluginId: plugin.id })
  const open = () => server.ask<{ total: number }>('GET', '/plugins/reviews').then((found) => found.total)
  expect(await open()).toBe(3)

  const { page } = await visit(server, { width })
  await page.goto(`${server.origin}/admin/reviews`)
  const sections = page.locator('section[aria-labelledby^="review-"]')
  await sections.nth(2).waitFor()
  const idOf = (at: number) => sections.nth(at).getAttribute('aria-labelledby')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby'))
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 12; presses++) {
      const text = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
      })
      if (name.test(text) && (await page.evaluate(() => document.activeElement?.tagName)) === 'BUTTON') return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${name}`)
  }
  const [first, second, third] = [await idOf(0), await idOf(1), await idOf(2)]
  await sections.first().focus()
  expect(await focused()).toBe(first)
  await tabTo(/^Use /)
  await page.keyboard.press('Enter')
  await expect.poll(open).toBe(2)
  await expect.poll(focused).toBe(second)
  // The last of the list: the one before it has the focus then.
  await sections.nth(1).focus()
  expect(await focused()).toBe(third)
  await tabTo(/^None/)
  await page.keyboard.press('Space')
  await expect.poll(open).toBe(1)
  await expect.poll(focused).toBe(second)
  await tabTo(/^None/)
  await page.keyboard.press('Enter')
  await expect.poll(open).toBe(0)
  // None is left.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
})

/** Answers the first request at once, and the others when the gate is opened. */
async function openGate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  let asked = 0
  const gate = createServer(async (_, response) => {
    if (asked++ > 0) await promise
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => gate.once('listening', resolve))
  onTestFinished(() => void gate.close())
  return { url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`, open }
}

test('a selection and a library are matched by their buttons, decided by mouse, and undone from the history', async () => {
  const gate = await openGate()
  const path = makePluginFolder({
    name: 'patient',
    handle: `if (method === 'metadata/series/search') await fetch('${gate.url}')\n${doubtful}`,
    capabilities: { metadataProvider: ['series'] },
    manifest: { displayName: 'Patient' },
  })
  const { plugin } = await server.ask<{ plugin: { id: string } }>('POST', '/admin/plugins/install', { path })
  await server.ask('POST', `/admin/plugins/${plugin.id}/enable`)
  await server.ask('PATCH', `/admin/plugins/${plugin.id}`, { applyFrom: 1, rateLimitRequestsPerMinute: null })
  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  type Series = { libraryId: string; metadata: { summary: string | null } }
  const read = () => server.ask<Series>('GET', `/series/${seriesId}?full=true`)
  const { libraryId, metadata } = await read()
  const summary = () => read().then((series) => series.metadata.summary)
  const { page } = await visit(server)

  await page.goto(`${server.origin}/libraries/${libraryId}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const name of [/^Harbor Lights/, /^Field Notes/]) await page.getByRole('link', { name }).click()
  const bar = page.getByRole('region', { name: '2 selected' })
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Match with Patient' }).click()
  await page.getByText(/^Matching started/).waitFor()
  await page.goto(`${server.origin}/admin/reviews`)
  await page.getByText(/^(Harbor Lights|Field Notes): 1 of 2$/).waitFor()
  gate.open()
  await page.getByText('2 to review').waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Use Harbor Lights for Harbor Lights' }).last().click()
  await page.getByText('1 to review').waitFor()
  expect(await summary()).toBe('Chosen by a person.')
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'Identify' }).click()
  const history = page.getByRole('region', { name: 'Changed by plugins' })
  const entry = history.getByRole('listitem').filter({ hasText: /Patient: .*Summary/ })
  await entry.getByRole('button', { name: 'Undo' }).click()
  await entry.getByText('Undone').waitFor()
  expect(await summary()).toBe(metadata.summary)

  await page.goto(`${server.origin}/libraries/${libraryId}`)
  await page.getByRole('button', { name: 'Match metadata' }).click()
  await page.getByRole('menuitem', { name: 'Match this library with Patient' }).click()
  await page.getByText(/^Matching started/).waitFor()
  await page.goto(`${server.origin}/admin/reviews`)
  await page.getByText('6 to review').waitFor()
})
