import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('collector')
})
afterAll(() => server?.close())

/** More than the maximum height of a browser's page; the server's own lists are measured elsewhere. */
const total = 2_000_000
const perLetter = total / 26
const moment = '2026-01-01T00:00:00.000Z'
/** As large as a real cover: with `srcset` a browser derives the image's size from the offered width. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="960"><rect width="640" height="960"/></svg>'

const seriesAt = (index: number) => ({
  id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  libraryId: '00000000-0000-7000-8000-000000000000',
  libraryName: 'Endless',
  title: `Title ${index + 1}`,
  titleSort: null,
  summary: null,
  publisher: null,
  year: 2000,
  bookCount: 1,
  unreadCount: 1,
  path: null,
  selectedCoverSource: null,
  hasCustomCover: false,
  coverColor: '#345678',
  createdAt: moment,
  updatedAt: moment,
})

/** A very long list, generated on request. Counts the requests. */
async function pretend(page: Page) {
  const asked = { lists: 0, covers: 0 }
  await page.route('**/api/v1/series/list?*', (route) => {
    asked.lists++
    const { searchParams } = new URL(route.request().url())
    const [number, size] = [Number(searchParams.get('page')), Number(searchParams.get('pageSize'))]
    const data = Array.from({ length: size }, (_, offset) => seriesAt((number - 1) * size + offset))
    return route.fulfill({ json: { data, page: number, pageSize: size, total, totalPages: total / size, links: {} } })
  })
  const groups = Array.from({ length: 26 }, (_, at) => ({ group: String.fromCharCode(97 + at), count: perLetter }))
  await page.route('**/alphabetical-groups', (route) => route.fulfill({ json: groups }))
  await page.route('**/thumbnail?*', (route) => {
    // As if another device had just used up this user's rate limit.
    if (asked.covers++ < 20) return route.fulfill({ status: 429, headers: { 'retry-after': '1' } })
    return route.fulfill({ body: picture, contentType: 'image/svg+xml' })
  })
  return asked
}

const numbersInView = () =>
  [...document.querySelectorAll('main article')]
    .filter((card) => {
      const { top, bottom } = card.getBoundingClientRect()
      return bottom > 100 && top < innerHeight
    })
    .map((card) => Number(card.querySelector('a')?.ariaLabel?.match(/^Title (\d+),/)?.[1]))

const coversMissing = () =>
  [...document.querySelectorAll('main article')].filter(
    (card) => card.getBoundingClientRect().top < innerHeight && !card.querySelector('img')?.naturalWidth,
  ).length

const spaceBesideCovers = () => {
  const letters = document.querySelector('[aria-label="Jump to N"]')?.getBoundingClientRect().left ?? 0
  const covers = [...document.querySelectorAll('main article')].map((card) => card.getBoundingClientRect().right)
  return letters - Math.max(...covers)
}

test('a list of two million covers scrolls to its end and by letter with few requests and elements', async () => {
  const { page } = await visit(server)
  const asked = await pretend(page)
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByText('2,000,000 series').waitFor()
  await expect.poll(() => page.evaluate(coversMissing)).toBe(0)
  await page.mouse.move(600, 400)
  for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 4000)
  await expect.poll(async () => Math.min(...(await page.evaluate(numbersInView)))).toBeGreaterThan(500)

  await page.getByRole('button', { name: 'Jump to N', exact: true }).click()
  await expect.poll(() => page.evaluate(numbersInView)).toContain(Math.ceil(perLetter * 13) + 1)
  await page.getByRole('button', { name: 'Jump to Z', exact: true }).click()
  await expect.poll(() => page.evaluate(numbersInView)).toContain(Math.ceil(perLetter * 25) + 1)

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => page.evaluate(numbersInView)).toContain(total)
  expect(asked.lists).toBeLessThan(60)
  expect(asked.covers).toBeLessThan(400)
  expect(await page.evaluate(() => document.querySelectorAll('main *').length)).toBeLessThan(3000)

  // On a tablet, which has narrow margins, the letters are beside the covers, too.
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect.poll(() => page.evaluate(spaceBesideCovers)).toBeGreaterThanOrEqual(0)
})

test('Shift selects everything since the last selected one, also what has left the screen', async () => {
  const { page } = await visit(server)
  await pretend(page)
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Title 3', exact: true }).click()
  await page.mouse.move(600, 400)
  for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 4000)
  await expect.poll(async () => Math.max(...(await page.evaluate(numbersInView)))).toBeGreaterThan(500)
  const last = Math.max(...(await page.evaluate(numbersInView)))
  await page.getByRole('checkbox', { name: `Select Title ${last}`, exact: true }).click({ modifiers: ['Shift'] })
  await page.getByText(`${(last - 2).toLocaleString('en')} selected`).waitFor()
})
