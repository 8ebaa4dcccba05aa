import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePluginFolder } from '../../test/fixtures/make-plugin.ts'
import { type JourneyServer, openFilledServer, visit } from './journey-server.ts'

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
return { externalId: params.externalId, title: params.externalId.slice(0, -4), summary: 'Chosen by keyboard.', genres: [], authors: [] }`

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
