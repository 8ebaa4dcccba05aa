import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
let series: { id: string; title: string }
beforeAll(async () => {
  server = await openSharedServer('chooser')
  const { seriesId } = await findBook(server, 'Akai Ito Vol. 1')
  series = await server.ask('GET', `/series/${seriesId}`)
})
afterAll(() => server?.close())

const cards = (page: Page) => page.locator('main').getByRole('link', { name: new RegExp(`^${series.title}`) })
async function choose(page: Page, entry: string) {
  await page
    .locator('main')
    .getByRole('button', { name: new RegExp(`^More actions: ${series.title}`) })
    .first()
    .press('Enter')
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a series is hidden from the home page, and undo brings it back', async () => {
  const { page } = await visit(server)
  await page.goto(server.origin)
  await cards(page).first().waitFor()
  await choose(page, 'Hide for me')
  await page.getByText('Series hidden. You can still find it by searching.').waitFor()
  await expect.poll(() => cards(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await cards(page).first().waitFor()
})

test('hiding a series reaches the other windows, and undo does, too', async () => {
  const [{ page }, { page: other }] = [await visit(server), await visit(server)]
  for (const each of [page, other]) {
    await each.goto(server.origin)
    await cards(each).first().waitFor()
  }
  await choose(page, 'Hide for me')
  await expect.poll(() => cards(other).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await cards(other).first().waitFor()
})

test('a hidden series leaves the library, is found by search and by its filter, and is shown again from there', async () => {
  const { page } = await visit(server, { width: 390, height: 844 })
  const all = await server.ask<{ total: number }>('GET', '/series?pageSize=1')
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByText(`${all.total} series`).first().waitFor()
  await choose(page, 'Hide for me')
  await expect.poll(() => cards(page).count()).toBe(0)
  await page
    .getByText(`${all.total - 1} series`)
    .first()
    .waitFor()

  await page.goto(`${server.origin}/search?q=${encodeURIComponent(series.title)}`)
  await cards(page).first().click()
  await page.getByText('Hidden for you').waitFor()

  await page.goto(`${server.origin}/libraries/all`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const only = page.getByRole('button', { name: 'Only hidden series', exact: true })
  await only.click()
  expect(await only.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: '1 series' }).click()
  await expect.poll(() => cards(page).count()).toBe(1)
  await choose(page, 'Show again')
  await page.getByText('The series is shown again.').waitFor()
  await page.getByRole('heading', { name: 'No matches' }).waitFor()
  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await page.getByText(`${all.total} series`).first().waitFor()
})

test('many series are hidden at once, also the whole of what can be seen, and the page says how to get them back', async () => {
  const { page } = await visit(server)
  const found = await server.ask<{ data: { id: string }[] }>('GET', '/series?pageSize=500')
  const seriesIds = found.data.map(({ id }) => id)
  await server.ask('POST', '/series/bulk/hidden', { seriesIds })
  await page.goto(server.origin)
  await page.getByRole('heading', { name: 'Everything here is hidden' }).waitFor()
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByRole('heading', { name: 'Everything here is hidden' }).waitFor()
  await page.getByRole('link', { name: 'Show hidden series' }).click()
  await page.getByText(`${seriesIds.length} series`).first().waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: `Select all ${seriesIds.length}` }).click()
  await page
    .getByRole('region', { name: /selected/ })
    .getByRole('button', { name: 'More actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Show again' }).click()
  await page.getByText(`${seriesIds.length} series are shown again.`).waitFor()
  expect((await server.ask<{ seriesIds: string[] }>('GET', '/hidden-series')).seriesIds).toEqual([])
})
