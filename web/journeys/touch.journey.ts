import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingersOn } from './finger.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('touch')
})
afterAll(() => server?.close())

async function open(title: string, number: number, size = { width: 390, height: 844 }) {
  const { id } = await findBook(server, title)
  const { page, context } = await visit(server, size)
  await page.goto(`${server.origin}/read/${id}?page=${number}&incognito=1`)
  await shown(page, number)
  return { page, finger: await fingersOn(page, context) }
}

const shown = (page: Page, number: number) =>
  page
    .getByAltText(new RegExp(`^Page ${number} of `))
    .first()
    .waitFor()

/** Changes a setting by its key. Saved on the server: the next journey starts with what was saved there. */
const changeSetting = (page: Page, key: string) =>
  Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/preferences') && answer.request().method() !== 'GET'),
    page.keyboard.press(key),
  ])
const toggleGuided = (page: Page) => changeSetting(page, 'g')
const toggleStrip = (page: Page) => changeSetting(page, 'w')

const boxOf = (page: Page, number: number) =>
  page
    .getByAltText(new RegExp(`^Page ${number} of `))
    .first()
    .evaluate((image) => image.getBoundingClientRect().toJSON() as DOMRect)

test('a second finger lets go of the page that the first one drags, and makes it larger where it is', async () => {
  const { page, finger } = await open('The Long Way Home', 20)
  const before = await boxOf(page, 20)
  await finger.down([300, 400])
  for (const x of [285, 270, 250]) await finger.move([x, 400])
  await expect.poll(async () => (await boxOf(page, 20)).left).toBeLessThan(before.left - 30)
  await finger.down([250, 400], [150, 400])
  for (let by = 10; by <= 50; by += 10) await finger.move([250 + by, 400], [150 - by, 400])
  await finger.up()
  await expect.poll(async () => (await boxOf(page, 20)).width).toBeCloseTo(before.width * 2, -1)
  // Pinched back, the page is as before, in its place, and can be turned.
  await finger.down([300, 400], [100, 400])
  for (let by = 20; by <= 80; by += 20) await finger.move([300 - by, 400], [100 + by, 400])
  await finger.up()
  await expect.poll(() => boxOf(page, 20)).toEqual(before)
  await finger.drag([320, 400], [60, 400])
  await shown(page, 21)
})

test('what is between two fingers goes with them, on a page and in a strip', async () => {
  const { page, finger } = await open('The Long Way Home', 20)
  type Side = 'left' | 'top'
  const partAt = async (side: Side, at: number) => {
    const box = await boxOf(page, 20)
    return (at - box[side]) / (side === 'left' ? box.width : box.height)
  }
  /** Two fingers spread and move together, to the right or down. */
  const spread = async (side: Side) => {
    const [across, down] = side === 'left' ? [12, 0] : [0, 12]
    await finger.down([170, 400], [220, 400])
    for (let step = 1; step <= 5; step++) {
      const [x, y] = [195 + step * across, 400 + step * down]
      await finger.move([x - 25 - step * 10, y], [x + 25 + step * 10, y])
    }
    await finger.up()
  }
  const before = await partAt('left', 195)
  await spread('left')
  await expect.poll(async () => Math.abs((await partAt('left', 255)) - before)).toBeLessThan(0.01)
  await page.keyboard.press('0')

  await toggleStrip(page)
  await expect.poll(() => page.getByAltText(/^Page/).count()).toBeGreaterThan(2)
  await page.getByRole('main').evaluate((main) => main.firstElementChild?.scrollBy(0, 150))
  const inStrip = await partAt('top', 400)
  await spread('top')
  await expect.poll(async () => Math.abs((await partAt('top', 460)) - inStrip)).toBeLessThan(0.01)
  await page.keyboard.press('0')
  await toggleStrip(page)
})

test('a swipe across a strip does not leave the book', async () => {
  const { page, finger } = await open('The Long Way Home', 20)
  await toggleStrip(page)
  await expect.poll(() => page.getByAltText(/^Page/).count()).toBeGreaterThan(2)
  const address = page.url()
  await finger.drag([60, 400], [330, 400])
  await page.waitForTimeout(1000)
  expect(page.url()).toBe(address)
  await toggleStrip(page)
})

test('the halves of a wide page are dragged in one after the other', async () => {
  const { page, finger } = await open('Harbor Lights Vol. 1', 7)
  const toggleSplit = async () => {
    await page.keyboard.press('s')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('switch', { name: 'Split wide pages' }).click()
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'hidden' })
  }
  await toggleSplit()
  /** The parts of the page that fill the window, the one that is dragged in last. */
  const parts = () =>
    page.locator('main img').evaluateAll((images) =>
      images.map((image) => {
        const whole = image.getBoundingClientRect()
        const seen = image.closest('[class*=whole]')?.parentElement?.getBoundingClientRect() ?? whole
        return [seen.width / whole.width, (seen.left - whole.left) / whole.width].map((share) => share.toFixed(1))
      }),
    )
  const dragHalfway = async () => {
    await finger.down([320, 400])
    for (const x of [300, 260, 200, 100]) await finger.move([x, 400])
  }
  await dragHalfway()
  await expect.poll(parts).toEqual([
    ['1.0', '0.0'],
    ['0.5', '0.0'],
  ])
  await finger.up()
  await shown(page, 8)
  await expect.poll(parts).toEqual([['0.5', '0.0']])
  await dragHalfway()
  await expect.poll(parts).toEqual([
    ['0.5', '0.0'],
    ['0.5', '0.5'],
  ])
  await finger.up()
  await expect.poll(parts).toEqual([['0.5', '0.5']])
  await shown(page, 8)
  await finger.drag([320, 400], [60, 400])
  await shown(page, 9)
  await toggleSplit()
})

test('guided view goes on by swipes, whatever part of the page is on the screen', async () => {
  const { page, finger } = await open('Harbor Lights Vol. 1', 2)
  const panel = (which: string) => page.getByRole('status').filter({ hasText: which }).waitFor({ state: 'attached' })
  await toggleGuided(page)
  await panel('Panel 1 of 5')
  for (const which of ['Panel 2 of 5', 'Panel 3 of 5', 'Panel 4 of 5', 'Panel 5 of 5']) {
    await finger.drag([320, 400], [60, 400])
    await panel(which)
  }
  await finger.drag([60, 400], [320, 400])
  await panel('Panel 4 of 5')
  await toggleGuided(page)
})

test('a tap before the panels are known waits for them instead of skipping them', async () => {
  const { page } = await open('Harbor Lights Vol. 1', 4)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/pages/4/panels*', async (route) => {
    await asked
    await route.continue()
  })
  await toggleGuided(page)
  await page.touchscreen.tap(370, 400)
  await page.waitForTimeout(300)
  await shown(page, 4)
  answer()
  await page.getByRole('status').filter({ hasText: 'Panel 1 of' }).waitFor({ state: 'attached' })
  await shown(page, 4)
  await toggleGuided(page)
})

test('read downward, a page taller than the window is scrolled to its end by the finger, then it turns', async () => {
  const { page, finger } = await open('Akai Ito Vol. 2', 2, { width: 490, height: 300 })
  await page.keyboard.press('s')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByText('Top to bottom').click()
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  // The next fit: by width.
  await page.keyboard.press('z')
  await expect.poll(async () => (await boxOf(page, 2)).height).toBeGreaterThan(500)
  await expect
    .poll(async () => {
      await finger.drag([60, 170], [60, 10])
      return (await page.getByAltText(/^Page 2 of /).count()) ? (await boxOf(page, 2)).top : 'turned'
    })
    .toBeLessThan(-100)
  await expect
    .poll(async () => {
      await finger.drag([60, 170], [60, 10])
      return page.getByAltText(/^Page 3 of /).count()
    })
    .toBeGreaterThan(0)
})
