import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { makeManual } from '../../test/fixtures/make-manual.ts'
import { makeZip } from '../../test/fixtures/make-zip.ts'
import { findBook, type JourneyServer, openFilledServer, rescanDeep, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openFilledServer()
})
afterAll(() => server?.close())

/** Writes the file, or replaces it, and waits until the server has read it. */
async function put(name: string, bytes: Uint8Array) {
  await mkdir(join(server.library, 'Replaced'), { recursive: true })
  await writeFile(join(server.library, 'Replaced', name), bytes)
  await rescanDeep(server)
}

const wideComic = (pages: number) =>
  makeZip(Array.from({ length: pages }, (_, index) => ({ name: `${index}.png`, data: makePng(90, 60), method: 0 })))
const manual = (word: string, pages: number) => makeManual({ pages, linesOf: (page) => [`${word} on page ${page}`] })
const widthOf = (page: Page, name: string) =>
  page
    .getByAltText(name)
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth)

test('a comic whose file is replaced shows the new pages, also offline in a download that was made before', async () => {
  await put('Weekly.cbz', makeComic(3))
  const { id } = await findBook(server, 'Weekly')
  const { page, context } = await visit(server, { serviceWorkers: 'allow' })
  await page.goto(server.origin)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.goto(`${server.origin}/books/${id}`)
  await page.getByRole('button', { name: 'Download for offline reading' }).click()
  await page.getByRole('button', { name: 'Remove download' }).waitFor()
  const read = () => page.goto(`${server.origin}/read/${id}?page=1&incognito=1`)
  await read()
  expect(await widthOf(page, 'Page 1 of 3')).toBe(40)

  await put('Weekly.cbz', wideComic(4))
  await read()
  expect(await widthOf(page, 'Page 1 of 4')).toBe(90)
  await page.keyboard.press('ArrowRight')
  await page.getByAltText('Page 2 of 4').waitFor()

  const isStored = (number: number) =>
    page.evaluate(
      async ([book, path]) => {
        const cache = await caches.open(`lectern-book-${book}`)
        const urls = (await cache.keys()).map(({ url }) => new URL(url).pathname)
        return urls.filter((url) => url.endsWith(`/pages/${path}`)).length
      },
      [id, String(number)] as const,
    )
  await expect.poll(() => isStored(4)).toBe(1)
  // The former page is gone from the download.
  await expect.poll(() => isStored(1)).toBe(1)
  await context.setOffline(true)
  await read()
  expect(await widthOf(page, 'Page 1 of 4')).toBe(90)
  await page.keyboard.press('End')
  await page.getByAltText('Page 4 of 4').waitFor()
})

test('a PDF whose file is replaced shows the new text and pages, also while it is open', async () => {
  await put('Handbook.pdf', manual('Ferret', 3))
  const { id } = await findBook(server, 'Handbook')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read/${id}?page=2`)
  const text = (words: string) => page.locator('[data-text-of]').getByText(words)
  await text('Ferret on page 2').waitFor()
  const shown = () => page.getByAltText(/^Page 2 of /).evaluate((image: HTMLImageElement) => image.src)
  const before = await shown()

  await put('Handbook.pdf', manual('Walrus', 4))
  await text('Walrus on page 2').waitFor()
  await page.getByAltText('Page 2 of 4').waitFor()
  expect(await shown()).not.toBe(before)
  await page.goto(`${server.origin}/read/${id}?page=3`)
  await text('Walrus on page 3').waitFor()
  expect(await text('Ferret').count()).toBe(0)
})
