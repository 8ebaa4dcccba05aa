import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JourneyServer, visit } from './journey-server.ts'
import { type ManualServer, named, openServerWithManual, textOf } from './manual-server.ts'

let server: JourneyServer
let id: string
let open: ManualServer['open']
beforeAll(async () => {
  ;({ server, id, open } = await openServerWithManual())
}, 240_000)
afterAll(() => server?.close())

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
