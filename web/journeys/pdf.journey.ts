import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeManual } from '../../test/fixtures/make-manual.ts'
import { fingersOn } from './finger.ts'
import { fillServer } from './global-setup.ts'
import { findBook, type JourneyServer, openEmptyServer, visit } from './journey-server.ts'

let server: JourneyServer
let id: string
beforeAll(async () => {
  server = await openEmptyServer()
  await mkdir(join(server.library, 'Manuals'))
  await writeFile(
    join(server.library, 'Manuals', 'Manual.pdf'),
    makeManual({ pages: 40, photosOn: [2], darkPages: [3] }),
  )
  await fillServer(server.ask, server.library)
  id = (await findBook(server, 'Manual')).id
}, 240_000)
afterAll(() => server?.close())

const textOf = (page: Page, number: number) => page.locator(`[data-text-of="${number}"]`)
const named = (page: Page) => page.getByLabel('Go to page').last().inputValue()

async function open(page: Page, number = 1) {
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=${number}`)
  await textOf(page, number).getByText('The quick brown fox').waitFor()
}

const visibilityOf = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"]`).evaluate((element) => getComputedStyle(element).visibility)

/** Without the settings of earlier tests: upright pages, scrolled. Some are saved only when an earlier page closes. */
async function openWithDefaults(page: Page, number: number) {
  const isDefault = async () => {
    for (const key of ['reader.pdf', `reader.pdf.${id}`])
      await server.ask('PUT', `/user/preferences/${key}`, { value: {} })
    await open(page, number)
    const box = await page.locator(`[data-page="${number}"]`).boundingBox()
    return box !== null && box.height > box.width && (await visibilityOf(page, number + 1)) === 'visible'
  }
  await expect.poll(isDefault).toBe(true)
}

test('links, the outline and page labels lead somewhere, and there is a way back', async () => {
  const { page } = await visit(server)
  await open(page)
  await page.getByRole('link', { name: 'Go to page 5' }).click()
  await expect.poll(() => named(page)).toBe('3')
  await page.getByRole('button', { name: 'Back to page i' }).click()
  await expect.poll(() => named(page)).toBe('i')

  await page.keyboard.press('t')
  await page.getByRole('button', { name: /^The end/ }).click()
  await textOf(page, 40).waitFor()
  await page.keyboard.press('Backspace')
  await expect.poll(() => named(page)).toBe('i')

  await page.keyboard.press('g')
  await page.getByLabel('Go to page').last().fill('20')
  await page.keyboard.press('Enter')
  await textOf(page, 22).waitFor()

  // The browser's Back goes through the jumps in the book first, even after a reload, and its Forward repeats them.
  await page.keyboard.press('End')
  await textOf(page, 40).waitFor()
  await page.waitForURL(/page=40/)
  await page.reload()
  await textOf(page, 40).waitFor()
  await page.goBack()
  await expect.poll(() => named(page)).toBe('20')
  await page.goForward()
  await expect.poll(() => named(page)).toBe('38')
  await page.goBack()
  await page.goBack()
  await expect.poll(() => named(page)).toBe('i')
  await page.getByRole('button', { name: /^Back to page/ }).waitFor({ state: 'detached' })

  await open(page)
  await page.getByRole('link', { name: 'https://example.org/manual?a=1' }).click()
  await page.getByText('Open https://example.org/manual?a=1 in a new tab?').waitFor()
})

test('all pages are there as small pictures, opened at the current one, and the arrow keys lead through them', async () => {
  const { page } = await visit(server)
  await open(page, 22)
  await page.keyboard.press('o')
  const sheet = page.getByRole('dialog', { name: 'Contents' })
  await expect.poll(() => sheet.locator('[aria-current="page"]').textContent()).toBe('20')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('Open at page 20')
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe('Open at page 21')
  await page.keyboard.press('Control+End')
  await expect.poll(focused).toBe('Open at page 38')
  await page.keyboard.press('Enter')
  await textOf(page, 40).waitFor()
  await page.getByRole('button', { name: 'Back to page 20' }).click()
  await expect.poll(() => named(page)).toBe('20')
  // The outline is the other tab, which stays in sight.
  await page.keyboard.press('o')
  await expect.poll(focused).toBe('Open at page 20')
  await sheet.getByRole('tab', { name: 'Contents' }).click()
  await sheet.getByRole('button', { name: /^The end/ }).waitFor()
})

test('comments that came with the file open beside their place, and Escape closes only them', async () => {
  const { page } = await visit(server)
  await open(page, 2)
  await page.getByRole('button', { name: 'Comment by Ada' }).click()
  const comment = page.getByRole('dialog', { name: 'Comment by Ada' })
  await comment.getByText('Is this fox still quick?').waitFor()
  await page.keyboard.press('Escape')
  await comment.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Well put').waitFor()
  expect(page.url()).toContain('/read/')
})

test('a form field says that forms are filled in elsewhere', async () => {
  const { page } = await visit(server)
  await open(page, 3)
  await page.getByRole('button', { name: 'Forms can’t be filled in here.' }).click()
  await page.getByRole('alert').getByText('Download the file').waitFor()
})

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

test('a search marks its hits, goes from one to the next, and ends with Escape', async () => {
  const { page } = await visit(server)
  await open(page)
  await page.keyboard.press('/')
  await page.getByPlaceholder('Search for a word or phrase').fill('NEEDLE number 3')
  await page.getByText('11 results').waitFor()
  await page.keyboard.press('Enter')
  const current = page.locator('[data-current]')
  await expect.poll(() => current.count()).toBe(1)
  const bar = page.getByRole('search')
  await bar.getByText('1 of 11').waitFor()
  await page.keyboard.press('Enter')
  await bar.getByText('2 of 11').waitFor()
  await textOf(page, 30).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => bar.count()).toBe(0)
  await expect.poll(() => current.count()).toBe(0)
})

test('a search for whole words in this case finds fewer hits, and closing its list leaves the page', async () => {
  const { page } = await visit(server)
  await open(page, 5)
  await page.keyboard.press('/')
  await page.getByPlaceholder('Search for a word or phrase').fill('number 3')
  await page.getByText('11 results').waitFor()
  await page.getByLabel('Whole words').check()
  await page.getByText('1 result', { exact: true }).waitFor()
  await page.getByLabel('Whole words').uncheck()
  await page.getByText('11 results').waitFor()
  // The options count that are chosen when the typed text is searched for, a moment later.
  await page.getByPlaceholder('Search for a word or phrase').fill('NUMBER 3')
  await page.getByLabel('Match case').check()
  await page.waitForTimeout(500)
  await page.getByText('No results').waitFor()
  await page.getByLabel('Match case').uncheck()
  await page.getByText('11 results').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('search').getByText('11 results').waitFor()
  await expect.poll(() => named(page)).toBe('3')
})

test('a hit of the search in all books is marked when the book opens', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=29&find=needle+number+3`)
  await page.getByRole('search').getByText('2 of 11').waitFor()
  await expect.poll(() => page.locator('[data-page="30"] [data-current]').count()).toBe(1)
  // Only the browser's Back leads back: there is no previous page in this book.
  expect(await page.getByRole('button', { name: /Back to page/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show all results' }).click()
  await page.getByText('11 results').waitFor()
  expect(await page.getByPlaceholder('Search for a word or phrase').inputValue()).toBe('needle number 3')
})

test('selected text is highlighted, and the highlight is there on the next visit', async () => {
  const { page } = await visit(server)
  await open(page, 2)
  const line = textOf(page, 2).getByText('The quick brown fox')
  const box = (await line.boundingBox())!
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('group', { name: 'Selected text' }).getByRole('button', { name: 'Green' }).click()
  const mark = page.locator('[data-page="2"] [data-annotation]')
  await mark.waitFor()
  type Saved = { data: { color: string; locator: { locations: { position: number }; text: { highlight: string } } }[] }
  const saved = () => server.ask<Saved>('GET', `/books/${id}/annotations`)
  await expect.poll(async () => (await saved()).data.length).toBe(1)
  const [annotation] = (await saved()).data
  expect(annotation).toMatchObject({ color: 'green', locator: { locations: { position: 2 } } })
  expect(annotation?.locator.text.highlight).toContain('quick brown fox')

  // At another size and rotated, the highlight is still on its text.
  await page.keyboard.press('r')
  await page.reload()
  await mark.waitFor()
  const [where, words] = await Promise.all([mark.boundingBox(), textOf(page, 2).getByText('quick brown').boundingBox()])
  expect(Math.abs(where!.x - words!.x)).toBeLessThan(8)
  expect(Math.abs(where!.y - words!.y)).toBeLessThan(8)
  for (let turn = 0; turn < 3; turn++) await page.keyboard.press('r')
})

test('an enlarged page is drawn anew, and dark pages leave pictures alone', async () => {
  const { page } = await visit(server)
  await open(page, 2)
  const tiles = page.locator('[data-page="2"] img[src*="/tiles/"]')
  await page.keyboard.press('w')
  await expect.poll(() => tiles.count()).toBe(0)
  const enlarge = async () => {
    await page.keyboard.press('+')
    return page.getByText('400 %').isVisible()
  }
  await expect.poll(enlarge, { interval: 300 }).toBe(true)
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
