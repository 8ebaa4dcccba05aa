import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingersOn } from './finger.ts'
import { type JourneyServer, visit } from './journey-server.ts'
import { type ManualServer, named, openServerWithManual, visibilityOf } from './manual-server.ts'

let server: JourneyServer
let open: ManualServer['open']
let openWithDefaults: ManualServer['openWithDefaults']
beforeAll(async () => {
  ;({ server, open, openWithDefaults } = await openServerWithManual())
}, 240_000)
afterAll(() => server?.close())

test('on a phone a double tap enlarges the page at that point, and another one shows all of it again', async () => {
  const { page } = await visit(server, { width: 390, height: 844 })
  await open(page)
  const width = () => page.locator('[data-page="1"]').evaluate((it) => it.getBoundingClientRect().width)
  const before = await width()
  const tapTwice = async () => {
    await page.touchscreen.tap(195, 300)
    await page.touchscreen.tap(195, 300)
  }
  await tapTwice()
  await expect.poll(width).toBeCloseTo(before * 2, -1)
  await new Promise((resolve) => setTimeout(resolve, 400))
  await tapTwice()
  await expect.poll(width).toBe(before)
})

test('an enlarged page is drawn anew, and dark pages leave pictures alone', async () => {
  const { page } = await visit(server)
  await open(page, 2)
  const tiles = page.locator('[data-page="2"] img[src*="/tiles/"]')
  await page.keyboard.press('w')
  await expect.poll(() => tiles.count()).toBe(0)
  await page.keyboard.press('0')
  // Faster than the pages are drawn: every press counts.
  for (let step = 0; step < 9; step++) await page.keyboard.press('+')
  await page.getByText('400 %').waitFor()
  await expect.poll(() => tiles.count()).toBeGreaterThan(0)
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  await expect.poll(() => tiles.first().evaluate(isDrawn)).toBe(true)
  // At least as many pixels as on screen.
  expect(
    await tiles.first().evaluate((image: HTMLImageElement) => image.naturalWidth / image.clientWidth),
  ).toBeGreaterThan(0.99)

  await page.keyboard.press('w')
  const inverted = (number: number) => page.locator(`[data-page="${number}"] [data-inverted]`)
  const invert = async () => {
    if ((await inverted(2).count()) === 0) await page.keyboard.press('i')
    return inverted(2).count()
  }
  await expect.poll(invert, { interval: 2000 }).toBeGreaterThan(0)
  await expect.poll(() => page.locator('[data-page="2"] [style*="clip-path"]').count()).toBe(1)
  await open(page, 3)
  expect(await inverted(3).count()).toBe(0)
  await page.keyboard.press('i')
})

test('on a phone a tap and a swipe turn pages that are read one by one', async () => {
  const { page, context } = await visit(server, { width: 390, height: 844 })
  await openWithDefaults(page, 1)
  const visibility = (number: number) => visibilityOf(page, number)
  const second = () => visibility(2)
  // A key pressed before the reader listens is lost.
  const showSingly = async () => {
    if ((await second()) === 'visible') await page.keyboard.press('c')
    return second()
  }
  await expect.poll(showSingly, { interval: 2000 }).toBe('hidden')
  await page.keyboard.press('z')
  const turn = async () => {
    if ((await visibility(1)) === 'visible') await page.touchscreen.tap(370, 500)
    return second()
  }
  await expect.poll(turn, { interval: 2000 }).toBe('visible')
  const finger = await fingersOn(page, context)
  await finger.drag([60, 500], [330, 500])
  await expect.poll(() => visibility(1)).toBe('visible')
  await finger.drag([330, 500], [60, 500])
  await expect.poll(second).toBe('visible')
  // There is no room for two pages, which the setting mentions.
  await page.keyboard.press('s')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const narrow = settings.getByText('too narrow for two pages')
  const double = settings.getByRole('switch', { name: 'Two pages side by side' })
  await double.click({ force: true })
  await narrow.waitFor()
  await double.click({ force: true })
  await narrow.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  // Switching to scrolling keeps the current page, and so does switching back.
  await page.keyboard.press('w')
  await page.keyboard.press('c')
  const onScreen = () => page.locator('[data-page="2"]').evaluate((it) => Math.round(it.getBoundingClientRect().top))
  await expect.poll(() => visibility(1)).toBe('visible')
  await expect.poll(onScreen).toBeLessThan(200)
  await page.keyboard.press('PageDown')
  await expect.poll(onScreen).toBeLessThan(-100)
})

test('a page that shares the screen with others is still the page one is on after a reload', async () => {
  const { page } = await visit(server, { width: 390, height: 844 })
  await openWithDefaults(page, 12)
  await page.keyboard.press('r')
  const isLying = () =>
    page
      .locator('[data-page="12"]')
      .boundingBox()
      .then((box) => box !== null && box.width > box.height && box.y > -20 && box.y < 100)
  for (let times = 0; times < 2; times++) {
    await expect.poll(isLying).toBe(true)
    await expect.poll(() => named(page)).toBe('10')
    // The address is updated after a moment.
    await page.waitForTimeout(800)
    expect(page.url()).toContain('page=12')
    await page.reload()
  }
})

test('two pages side by side, and one again, begin with the page one is on', async () => {
  const { page } = await visit(server)
  const topOf = (number: number) =>
    page.locator(`[data-page="${number}"]`).evaluate((it) => Math.round(it.getBoundingClientRect().top))
  const isBeside = async () => {
    const [one, other] = await Promise.all([topOf(21), topOf(22)])
    return one === other && Math.abs(one) < 100
  }
  // The first page of a pair, and the second.
  for (const number of [21, 22]) {
    await openWithDefaults(page, number)
    await page.keyboard.press('d')
    await expect.poll(isBeside).toBe(true)
    await page.keyboard.press('d')
    await expect.poll(async () => Math.abs(await topOf(21)) < 100 && !(await isBeside())).toBe(true)
  }
})

test('two quick presses turn the page twice', async () => {
  const { page } = await visit(server)
  await openWithDefaults(page, 1)
  await page.evaluate(() => {
    for (let press = 0; press < 2; press++)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true, cancelable: true }))
  })
  const turned = page.locator('[data-page="1"] > div').first()
  await expect.poll(() => turned.evaluate((it) => it.style.transform)).toContain('rotate(180deg)')
})

test('an enlarged page stays where it is, beside wider ones', async () => {
  const { page } = await visit(server)
  await openWithDefaults(page, 1)
  const box = () => page.locator('[data-page="1"]').boundingBox()
  const enlarge = async () => {
    await page.keyboard.press('+')
    return (await box())?.width
  }
  await expect.poll(enlarge).toBeGreaterThan(3000)
  const middle = async () => {
    const { x, width } = (await box()) ?? { x: 0, width: 0 }
    return Math.abs(x + width / 2 - 640)
  }
  await expect.poll(middle).toBeLessThan(10)
  await openWithDefaults(page, 1)
})

test('hits on a dark page are light, not dark on dark', async () => {
  const { page } = await visit(server)
  await openWithDefaults(page, 3)
  await page.keyboard.press('/')
  await page.getByPlaceholder('Search for a word or phrase').fill('quick brown')
  await page.keyboard.press('Enter')
  const blendOn = (number: number) =>
    page
      .locator(`[data-page="${number}"] [class*="hit"]`)
      .first()
      .evaluate((hit) => getComputedStyle(hit).mixBlendMode)
  await expect.poll(() => blendOn(3)).toBe('lighten')
  await expect.poll(() => blendOn(2)).toBe('multiply')
})

test('two fingers enlarge a page to 400 %, drawn with a pixel for each of the screen', async () => {
  const { page, context } = await visit(server, { width: 390, height: 844 })
  await openWithDefaults(page, 5)
  const finger = await fingersOn(page, context)
  const pinch = async () => {
    await finger.down([175, 200], [215, 200])
    for (let apart = 40; apart <= 170; apart += 26) await finger.move([195 - apart, 200], [195 + apart, 200])
    await finger.up()
    return page.locator('[data-page="5"]').evaluate((it) => Math.round(it.getBoundingClientRect().width))
  }
  await expect.poll(pinch).toBe((612 * 96 * 4) / 72)
  const isSharp = () =>
    page.locator('[data-page="5"] img[src*="/tiles/"]').evaluateAll((tiles: HTMLImageElement[]) => {
      const density = (tile: HTMLImageElement) => tile.naturalWidth / tile.getBoundingClientRect().width
      return tiles.length > 0 && tiles.every((tile) => tile.complete && density(tile) >= devicePixelRatio)
    })
  await expect.poll(isSharp).toBe(true)
  await openWithDefaults(page, 5)
})

test('pages are printed, and stay until the printer has read them; who may not download prints nothing', async () => {
  const { page } = await visit(server)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printing', '')
  })
  await openWithDefaults(page, 3)
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Print' })
  await dialog.getByLabel('To page').fill('4')
  await dialog.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printing]').waitFor({ state: 'attached' })
  const sheets = page.locator('body > div > img[src*="width=2400"]')
  await expect.poll(() => sheets.count()).toBe(2)
  // A page that is wider than high has a sheet of its own shape.
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(printed.match(/MediaBox \[[^\]]*\]/g)).toEqual(['MediaBox [0 0 612 792]', 'MediaBox [0 0 792 612]'])
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => sheets.count()).toBe(0)

  const guest = { username: `reads-only-${Date.now()}`, password: 'a long enough password' }
  await server.ask('POST', '/users', { ...guest, role: 'reader', denied: ['file_download'] })
  const { page: theirs } = await visit(server, { as: guest })
  await open(theirs, 5)
  await theirs.keyboard.press('p')
  await theirs.keyboard.press('s')
  const settings = theirs.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Rotate' }).waitFor()
  expect(await settings.getByText(/^(Print|Download)/).count()).toBe(0)
  expect(await theirs.getByRole('dialog', { name: 'Print' }).count()).toBe(0)
})
