import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('comics')
})
afterAll(() => server?.close())

/** A settings panel changes one series: each test reads another one, or resets its changes. */
async function open(title: string, number: number, size: { width: number; height: number }, theme = 'paper') {
  const { id } = await findBook(server, title)
  const { page, context } = await visit(server, { ...size, theme })
  await page.goto(`${server.origin}/read/${id}?page=${number}&incognito=1`)
  await shown(page, number)
  return { page, context }
}

const shown = (page: Page, number: number) =>
  page
    .getByAltText(new RegExp(`^Page ${number} of `))
    .first()
    .waitFor()

const panel = (page: Page, which: string) =>
  page.getByRole('status').filter({ hasText: which }).waitFor({ state: 'attached' })

test('guided view goes from panel to panel and on to the next page, by keys, and is remembered for the series', async () => {
  const { page, context } = await open('Harbor Lights Vol. 1', 2, { width: 1440, height: 900 })
  await page.keyboard.press('g')
  await panel(page, 'Panel 1 of 5')
  await page.keyboard.press('ArrowRight')
  await panel(page, 'Panel 2 of 5')
  const zoomed = await page.getByAltText(/^Page 2 of /).evaluate((image) => image.getBoundingClientRect().width)
  await page.keyboard.press('p')
  await expect
    .poll(() => page.getByAltText(/^Page 2 of /).evaluate((image) => image.getBoundingClientRect().width))
    .toBeLessThan(zoomed)
  const keys = { 'Panel 3 of 5': 'ArrowRight', 'Panel 4 of 5': ' ', 'Panel 5 of 5': 'ArrowDown' }
  for (const [which, key] of Object.entries(keys)) {
    await page.keyboard.press(key)
    await panel(page, which)
  }
  await page.keyboard.press('ArrowRight')
  await shown(page, 3)
  await panel(page, 'Panel 1 of 5')
  // Back at the previous position: the end of the page before.
  await page.keyboard.press('ArrowLeft')
  await shown(page, 2)
  await panel(page, 'Panel 5 of 5')

  const other = await findBook(server, 'Harbor Lights Vol. 2')
  const again = await context.newPage()
  await again.goto(`${server.origin}/read/${other.id}?page=2&incognito=1`)
  await panel(again, 'Panel 1 of 5')
  await again.keyboard.press('g')
  await expect.poll(() => again.getByRole('status').filter({ hasText: 'Panel' }).count()).toBe(0)
})

test('a screen reader hears the page, of a spread and of a column, too', async () => {
  const { page } = await open('The Long Way Home', 3, { width: 1440, height: 900 })
  const said = page.locator('main > [aria-live="polite"]')
  const hears = (text: string) => expect.poll(() => said.textContent()).toBe(text)
  await hears('Page 3 of 120')
  await page.keyboard.press('ArrowRight')
  await hears('Page 4 of 120')
  await page.keyboard.press('d')
  await hears('Pages 4–5 of 120')
  await page.keyboard.press('d')
  await page.keyboard.press('w')
  await page.keyboard.press('End')
  await hears('Page 120 of 120')
  await page.keyboard.press('w')
  await shown(page, 120)
})

test('sheets and help in the reader are dark where the page is, also in a light theme', async () => {
  const { page } = await open('The Long Way Home', 3, { width: 1440, height: 900 }, 'paper')
  const brightness = (name: string) =>
    page.getByRole('dialog', { name }).evaluate((it) => {
      const paper = it.closest('section') ?? it
      const [r = 255, g = 255, b = 255] = getComputedStyle(paper).backgroundColor.match(/\d+/g)?.map(Number) ?? []
      return Math.max(r, g, b)
    })
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await expect.poll(() => brightness('Settings')).toBeLessThan(80)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await expect.poll(() => brightness('Keyboard shortcuts')).toBeLessThan(80)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  // Outside the reader, the chosen theme applies.
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('paper')
})

test('a key right after Escape is for the book, and the button that opened a panel gets the focus back', async () => {
  const { page } = await open('The Long Way Home', 3, { width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await shown(page, 3)
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const overview = page.getByRole('dialog', { name: 'Page overview' })
  await page.keyboard.press('s')
  await expect.poll(() => settings.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  // The panel is still moving out.
  await page.keyboard.press('o')
  await overview.waitFor()
  await page.keyboard.press('Escape')
  await overview.waitFor({ state: 'hidden' })

  await page.clock.install()
  await page.reload()
  await shown(page, 3)
  const button = page.getByRole('button', { name: 'Settings', exact: true })
  await page.keyboard.press('Tab')
  await button.press('Enter')
  await settings.waitFor()
  // Long enough for the bars to hide.
  await page.clock.fastForward('00:05')
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
})

test('the page follows the mouse and the finger, and turns or springs back', async () => {
  const { page } = await open('The Long Way Home', 20, { width: 820, height: 1180 })
  const left = () => page.getByAltText('Page 20 of 120').evaluate((image) => image.getBoundingClientRect().left)
  const before = await left()
  await page.mouse.move(500, 600)
  await page.mouse.down()
  await page.mouse.move(440, 600, { steps: 4 })
  await expect.poll(left).toBeLessThan(before - 40)
  await page.mouse.move(490, 600, { steps: 4 })
  await page.mouse.up()
  await expect.poll(left).toBe(before)
  await page.mouse.move(600, 600)
  await page.mouse.down()
  await page.mouse.move(200, 600, { steps: 6 })
  await page.mouse.up()
  await shown(page, 21)
  await expect.poll(() => page.getByAltText('Page 20 of 120').count()).toBe(0)
})

test('a manga turns by a tap on its left, its wide page comes in halves, and the overview opens where one is', async () => {
  const { page } = await open('Akai Ito Vol. 1', 7, { width: 390, height: 844 })
  await page.keyboard.press('s')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('switch', { name: 'Split wide pages' }).click({ force: true })
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  const wide = page.getByAltText(/^Page 8 of /)
  const tapLeft = () => page.touchscreen.tap(20, 400)
  await tapLeft()
  await shown(page, 8)
  const left = () => wide.evaluate((image) => Math.round(image.getBoundingClientRect().left))
  await expect.poll(left).toBeLessThan(-300)
  await tapLeft()
  await expect.poll(left).toBe(0)
  await tapLeft()
  await shown(page, 9)

  await page.keyboard.press('o')
  const overview = page.getByRole('dialog', { name: 'Page overview' })
  await expect.poll(() => overview.locator('[aria-current="page"]').textContent()).toBe('9')
  await overview.getByRole('button', { name: 'Open at page 2' }).click()
  await shown(page, 2)
  await page.goBack()
  await shown(page, 9)
})

test('a setting for all comics on this device holds in another series until it is reset', async () => {
  const { page, context } = await open('The Long Way Home', 3, { width: 1440, height: 900 })
  const openSettings = async (it: Page) => {
    await it.keyboard.press('s')
    await it.getByRole('dialog', { name: 'Settings' }).waitFor()
  }
  const chooseScope = async (it: Page) => {
    await it.getByRole('combobox', { name: 'Settings apply to' }).click()
    await it.getByRole('option', { name: 'All comics on this device' }).click()
    await it.getByText('Changes apply to all comics, in this browser only.').waitFor()
  }
  await openSettings(page)
  await chooseScope(page)
  await page.getByText('Sepia', { exact: true }).click()
  await expect.poll(() => page.getByRole('radio', { name: 'Sepia' }).isChecked()).toBe(true)

  const other = await findBook(server, 'Harbor Lights Vol. 1')
  const elsewhere = await context.newPage()
  await elsewhere.goto(`${server.origin}/read/${other.id}?page=2&incognito=1`)
  await shown(elsewhere, 2)
  await openSettings(elsewhere)
  await expect.poll(() => elsewhere.getByRole('radio', { name: 'Sepia' }).isChecked()).toBe(true)
  await chooseScope(elsewhere)
  await elsewhere.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect.poll(() => elsewhere.getByRole('radio', { name: 'Sepia' }).isChecked()).toBe(false)
})

test('a long page that scrolls is opened again where it was left', async () => {
  const { id } = await findBook(server, 'Harbor Lights Vol. 2')
  const { page } = await visit(server, { width: 900, height: 400 })
  await page.goto(`${server.origin}/read/${id}?page=2`)
  await shown(page, 2)
  await page.keyboard.press('w')
  const second = page.getByAltText(/^Page 2 of /)
  const top = () => second.evaluate((image) => Math.round(image.getBoundingClientRect().top))
  await expect.poll(top).toBe(0)
  await page.mouse.move(450, 200)
  await page.mouse.wheel(0, 250)
  await expect.poll(top).toBe(-250)
  const part = () =>
    server
      .ask<{ locator: { locations: { progression: number } } } | undefined>('GET', `/books/${id}/progression`)
      .then((saved) => saved?.locator.locations.progression ?? 0)
  await expect.poll(part).toBeGreaterThan(0.1)
  await page.goto(`${server.origin}/read/${id}`)
  // It resumes a little earlier, by less than half a screen.
  await expect.poll(top).toBe(-200)
  await page.keyboard.press('w')
})
