import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookCalled, openFurnishedPlace, type Place, visit } from './place.ts'

let place: Place
let id: string
beforeAll(async () => {
  place = await openFurnishedPlace()
  id = (await bookCalled(place, 'A History of Rain')).id
})
afterAll(() => place?.close())

const frame = (page: Page) => page.frames().find((each) => each.url().includes('/resources/'))
const words = (page: Page) => frame(page)?.evaluate(() => document.body.textContent.trim().slice(0, 40))

async function open(page: Page) {
  await page.goto(`${place.origin}/read/${id}`)
  await expect.poll(() => words(page), { timeout: 15_000 }).toBeTruthy()
  await page.waitForTimeout(600)
}

test('a book opens again where it was left, also at another size and on another device', async () => {
  const first = await visit(place)
  await open(first.page)
  for (let turn = 0; turn < 6; turn++) {
    await first.page.keyboard.press('ArrowRight')
    await first.page.waitForTimeout(350)
  }
  await first.page.waitForTimeout(1800)
  const kept = await place.ask<{ locator: { href: string; locations: { totalProgression: number } } }>(
    'GET',
    `/books/${id}/progression`,
  )
  expect(kept.locator.locations.totalProgression).toBeGreaterThan(0)

  const second = await visit(place, { width: 390, height: 844 })
  await open(second.page)
  expect(frame(second.page)?.url()).toContain(kept.locator.href.split('/').at(-1))
  await second.page.waitForTimeout(1800)
  const again = await place.ask<typeof kept>('GET', `/books/${id}/progression`)
  const moved = again.locator.locations.totalProgression - kept.locator.locations.totalProgression
  expect(Math.abs(moved)).toBeLessThan(0.05)
})

test('the contents lead to their chapters, and a search to its place', async () => {
  const { page } = await visit(place)
  await open(page)
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'North' }).click()
  await expect.poll(() => words(page)).toContain('North')

  await page.keyboard.press('/')
  await page.getByLabel('Find a word or phrase').fill('harbour office')
  await page.getByText(/places?$/).waitFor()
  await page.locator('mark').first().click()
  await expect.poll(() => words(page)).not.toContain('North')
})

test('text size, theme and layout change what is shown and keep the place', async () => {
  const { page } = await visit(place)
  await open(page)
  const before = await frame(page)?.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await page.keyboard.press('+')
  await page.waitForTimeout(500)
  const after = await frame(page)?.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect(Number.parseFloat(after ?? '0')).toBeGreaterThan(Number.parseFloat(before ?? '0'))
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Sepia' }).click()
  await page.waitForTimeout(400)
  const paper = await frame(page)?.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(paper).toBe('rgb(243, 232, 210)')
})

test('no script of a book ever runs', async () => {
  const { page } = await visit(place)
  await open(page)
  const ran = await frame(page)?.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.didRun = true'
    document.head.append(script)
    return (window as { didRun?: boolean }).didRun ?? false
  })
  expect(ran).toBe(false)
})
