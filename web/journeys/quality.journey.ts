import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookCalled, openFurnishedPlace, type Place, visit } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openFurnishedPlace()
})
afterAll(() => place?.close())

test('the first visit to the home page loads less than 250 kB of script, and nothing from elsewhere', async () => {
  const { page, context } = await visit(place)
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  const scripts = new Map<string, number>()
  const addresses = new Set<string>()
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    addresses.add(new URL(response.url).origin)
    if (type === 'Script') scripts.set(requestId, 0)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
  })
  await page.goto(place.origin)
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
  await page.waitForTimeout(500)
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(250_000)
  expect([...addresses].filter((origin) => origin !== place.origin && origin !== 'null')).toEqual([])
})

test('axe finds nothing serious on any page, light and dark', async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const comic = await bookCalled(place, 'Harbor Lights v01')
  const novel = await bookCalled(place, 'A History of Rain')
  const paths = [
    '/',
    '/libraries/all',
    '/libraries/all?show=books&view=list',
    `/series/${comic.seriesId}`,
    `/books/${comic.id}`,
    '/search?q=a',
    '/collections',
    '/read-lists',
    '/want-to-read',
    '/downloads',
    '/add-library',
    `/read/${comic.id}?incognito=1`,
    `/read/${novel.id}?incognito=1`,
  ]
  const found: string[] = []
  for (const theme of ['paper', 'lamp']) {
    const { page, context } = await visit(place, { theme, bypassCSP: true })
    for (const path of paths) {
      await page.goto(place.origin + path)
      await page.waitForTimeout(1200)
      await page.evaluate(axe)
      const serious = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run: (root: Document, how: object) => Promise<AxeResult> } }
        const { violations } = await axe.run(document, { resultTypes: ['violations'], iframes: false })
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
      })
      found.push(...serious.map((each) => `${theme} ${path} ${each}`))
    }
    await context.close()
  }
  expect(found).toEqual([])
})

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string }[] }[]
}

test('on the narrowest phone nothing is wider than the screen', async () => {
  const comic = await bookCalled(place, 'Harbor Lights v01')
  const { page } = await visit(place, { width: 360, height: 740 })
  for (const path of [
    '/',
    '/libraries/all',
    `/series/${comic.seriesId}`,
    `/books/${comic.id}`,
    '/search?q=a',
    '/read-lists',
  ]) {
    await page.goto(place.origin + path)
    await page.waitForTimeout(900)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Libraries' }).last().waitFor()
  }
})
