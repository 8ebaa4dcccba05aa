import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('page-saver')
})
afterAll(() => server?.close())

type Shared = { title: string; files: { name: string; type: string; size: number }[] }
type Sharing = Window & { shared: Shared[]; failure?: string }

/** A device that can share files with another app, and records them. */
function shareFiles() {
  const page = window as unknown as Sharing
  page.shared = []
  Object.defineProperty(navigator, 'canShare', { value: () => true })
  Object.defineProperty(navigator, 'share', {
    value: async ({ title, files }: { title: string; files: File[] }) => {
      if (page.failure) throw new DOMException('', page.failure)
      page.shared.push({ title, files: files.map(({ name, type, size }) => ({ name, type, size })) })
    },
  })
}

async function open(title: string, number: number, canShare = true) {
  const { page } = await visit(server)
  if (canShare) await page.addInitScript(shareFiles)
  const { id } = await findBook(server, title)
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=${number}`)
  await page.locator('main img').first().waitFor()
  return page
}

const shared = (page: Page) => page.evaluate(() => (window as unknown as Sharing).shared)
async function saved(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return (await download).suggestedFilename()
}

test('a page of a comic is saved as a file, or handed to another app', async () => {
  const page = await open('Harbor Lights Vol. 1', 1)
  await page.keyboard.press('o')
  expect(await saved(page, 'Save page 1')).toMatch(/^Harbor Lights Vol\. 1 - 001\.(jpg|webp|png)$/)
  await page.getByRole('button', { name: 'Share page' }).click()
  await expect
    .poll(() => shared(page))
    .toMatchObject([{ title: 'Harbor Lights Vol. 1', files: [{ size: expect.any(Number) }] }])
  expect((await shared(page))[0]?.files[0]?.name).toMatch(/ - 001\./)

  // Cancelling shows no message; a failure does.
  const failWith = (name: string) => page.evaluate((failure) => Object.assign(window, { failure }), name)
  await failWith('AbortError')
  await page.getByRole('button', { name: 'Share page' }).click()
  await page.waitForTimeout(500)
  expect(await page.getByText('This page couldn’t be shared.').count()).toBe(0)
  await failWith('NotAllowedError')
  await page.getByRole('button', { name: 'Share page' }).click()
  await page.getByText('This page couldn’t be shared.').waitFor()
})

test('a page of a PDF is saved as a picture, and shared only where the device can', async () => {
  const page = await open('Field Notes', 2, false)
  await page.keyboard.press('s')
  expect(await saved(page, 'Save page 2')).toBe('Field Notes - 002.jpg')
  expect(await page.getByRole('button', { name: 'Share page' }).count()).toBe(0)
})
