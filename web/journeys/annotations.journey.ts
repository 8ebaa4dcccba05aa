import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownChapter } from './chapter-frame.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
let id: string
beforeAll(async () => {
  server = await openSharedServer('note-taker')
  id = (await findBook(server, 'A History of Rain')).id
})
afterAll(() => server?.close())

type Annotation = {
  id: string
  color: string
  style: string
  note: string | null
  locator: { locations: { fragments: string[] }; text: { before: string; highlight: string; after: string } }
}
const savedAnnotations = () =>
  server.ask<{ data: Annotation[] }>('GET', `/books/${id}/annotations`).then(({ data }) => data)
const bar = (page: Page) => page.getByRole('group', { name: 'Selected text' })

async function open(page: Page) {
  await page.goto(`${server.origin}/read/${id}`)
  await expect
    .poll(async () => (await shownChapter(page))?.evaluate(() => document.body.textContent.trim()))
    .toBeTruthy()
}

/** The highlighted text by highlight name. */
const drawn = async (page: Page) =>
  (await shownChapter(page))?.evaluate(() =>
    Object.fromEntries(
      [...CSS.highlights].map(([name, ranges]) => [name.replace('lectern-', ''), [...ranges].map(String).join('|')]),
    ),
  )

/** The position of a text on screen; it is on the first page, so that it is visible. */
async function onScreen(page: Page, from: number, to: number) {
  const inFrame = await (await shownChapter(page))?.evaluate(
    ([start, end]) => {
      const text = document.querySelector('p')?.firstChild as Text
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, end)
      const boxes = [...range.getClientRects()]
      const [first, last] = [boxes[0] as DOMRect, boxes.at(-1) as DOMRect]
      return {
        x: first.left,
        y: first.top + first.height / 2,
        toX: last.right,
        toY: last.top + last.height / 2,
      }
    },
    [from, to] as const,
  )
  const outer = await (await (await shownChapter(page))?.frameElement())?.boundingBox()
  if (!inFrame || !outer) throw new Error('There is no chapter.')
  const { x, y, toX, toY } = inFrame
  return { x: x + outer.x, y: y + outer.y, toX: toX + outer.x, toY: toY + outer.y }
}

/** Waits for the layout: fonts and columns load a moment after the text. */
async function settled(page: Page, from: number, to: number) {
  let last = await onScreen(page, from, to)
  await expect
    .poll(
      async () => {
        const before = last
        last = await onScreen(page, from, to)
        return last.x > 0 && last.y > 0 && last.x === before.x && last.y === before.y && last.toX === before.toX
      },
      { interval: 700 },
    )
    .toBe(true)
  return last
}

/** Selects with the mouse. */
async function select(page: Page, from: number, to: number): Promise<string> {
  const { x, y, toX, toY } = await settled(page, from, to)
  await page.mouse.move(x + 1, y)
  await page.mouse.down()
  await page.mouse.move(toX, toY, { steps: 4 })
  await page.mouse.up()
  await bar(page).waitFor()
  return (await (await shownChapter(page))?.evaluate(() => String(getSelection()).trim())) ?? ''
}

test('a highlight with a note stays on its words after a reload and at another text size', async () => {
  const { page } = await visit(server)
  await open(page)
  const words = await select(page, 4, 40)
  expect(words.length).toBeGreaterThan(30)
  await bar(page).getByRole('button', { name: 'Green' }).click()
  await expect.poll(async () => (await drawn(page))?.['highlight-green']).toBe(words)
  await expect.poll(() => savedAnnotations().then((all) => all.length)).toBe(1)
  const [mine] = await savedAnnotations()
  expect(mine).toMatchObject({ color: 'green', style: 'highlight', note: null })
  expect(mine?.locator.text.highlight).toBe(words)
  expect(mine?.locator.text.after.length).toBe(60)
  expect(mine?.locator.locations.fragments[0]).toMatch(/^epubcfi\(\/6\/\d+!\/4/)

  // A tap on it opens its toolbar again.
  const at = await settled(page, 4, 40)
  await page.mouse.click(at.x + 20, at.y)
  await bar(page).getByRole('button', { name: 'Add note' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Remember the harbour.')
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => savedAnnotations().then(([it]) => it?.note)).toBe('Remember the harbour.')

  await page.reload()
  await expect.poll(async () => (await drawn(page))?.['highlight-green']).toBe(words)
  const size = async () =>
    (await shownChapter(page))?.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  const before = await size()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('+')
  await expect.poll(size).not.toBe(before)
  expect((await drawn(page))?.['highlight-green']).toBe(words)
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('-')
})

test('a highlight is found again by the text around it when the file has changed', async () => {
  const [mine] = await savedAnnotations()
  const locator = {
    ...mine?.locator,
    locations: { ...mine?.locator.locations, fragments: ['epubcfi(/6/4!/4/98/1:3)'] },
  }
  await server.ask('PATCH', `/annotations/${mine?.id}`, { locator })
  const { page } = await visit(server)
  await open(page)
  await expect.poll(async () => (await drawn(page))?.['highlight-green']).toBe(mine?.locator.text.highlight)
})

test('text is selected, highlighted and deleted by keyboard, and another device shows it', async () => {
  const { page } = await visit(server)
  await open(page)
  const other = await visit(server, { width: 390, height: 844 })
  await open(other.page)
  // However quickly the keys are pressed.
  await page.keyboard.press('h')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await bar(page).waitFor()
  await page.keyboard.press('4')
  await expect.poll(async () => (await drawn(page))?.['highlight-pink']?.split(' ').length).toBeGreaterThan(1)
  await expect.poll(async () => (await drawn(other.page))?.['highlight-pink']).toBeTruthy()
  await page.keyboard.press('n')
  const sheet = page.getByRole('dialog', { name: 'Highlights and notes' })
  await sheet.locator('mark').first().click()
  await bar(page).waitFor()
  await page.keyboard.press('u')
  await expect.poll(async () => (await drawn(page))?.['underline-pink']).toBeTruthy()
  await page.keyboard.press('Delete')
  await expect.poll(() => savedAnnotations().then((all) => all.length)).toBe(1)
})

test('the page follows a selection by keyboard that goes beyond it', async () => {
  const { page } = await visit(server, { width: 390, height: 844 })
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=1`)
  const pageNow = () =>
    page.evaluate(() => (document.querySelector('foliate-paginator') as (HTMLElement & { page: number }) | null)?.page)
  await expect.poll(pageNow).toBe(1)
  await page.waitForTimeout(500)
  await page.keyboard.press('h')
  for (let lines = 0; lines < 60; lines++) await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(pageNow).toBeGreaterThan(1)
  await bar(page).waitFor()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Yellow')
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
})

test('words marked again have one highlight, and a deleted one comes back', async () => {
  const { page } = await visit(server)
  await open(page)
  const [mine] = await savedAnnotations()
  await expect.poll(async () => (await drawn(page))?.['highlight-green']).toBeTruthy()
  // The whole green passage with its note, and more.
  const words = await select(page, 0, 60)
  await bar(page).getByRole('button', { name: 'Blue' }).click()
  await expect.poll(async () => (await drawn(page))?.['highlight-blue']).toBe(words)
  expect((await drawn(page))?.['highlight-green']).toBeUndefined()
  const merged = { id: mine?.id, color: 'blue', note: 'Remember the harbour.' }
  await expect.poll(savedAnnotations).toEqual([expect.objectContaining(merged)])
  // A few words of it may have their own colour.
  await select(page, 10, 20)
  await bar(page).getByRole('button', { name: 'Pink' }).click()
  await expect.poll(() => savedAnnotations().then((all) => all.length)).toBe(2)
  await expect.poll(async () => (await drawn(page))?.['highlight-pink']).toBeTruthy()
  const pink = (await drawn(page))?.['highlight-pink']

  await page.keyboard.press('n')
  const sheet = page.getByRole('dialog', { name: 'Highlights and notes' })
  await sheet.getByRole('button', { name: 'Delete highlight' }).nth(1).click()
  await expect.poll(() => savedAnnotations().then((all) => all.length)).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => savedAnnotations().then((all) => all.length)).toBe(2)
  await expect.poll(async () => (await drawn(page))?.['highlight-pink']).toBe(pink)
  // Restores the state for the next test.
  const [, second] = await savedAnnotations()
  await server.ask('DELETE', `/annotations/${second?.id}`)
  await server.ask('PATCH', `/annotations/${mine?.id}`, { color: 'green', locator: mine?.locator })
})

test('on a phone the annotation bar fits the screen and the panel filters by color', async () => {
  const { page } = await visit(server, { width: 390, height: 844 })
  await open(page)
  await expect.poll(async () => (await drawn(page))?.['highlight-green']).toBeTruthy()
  const at = await settled(page, 4, 40)
  await page.touchscreen.tap(at.x + 20, at.y)
  await bar(page).waitFor()
  const box = await bar(page).boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  await bar(page).getByText('Remember the harbour.').waitFor()
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  const sheet = page.getByRole('dialog', { name: 'Highlights and notes' })
  await sheet.locator('label', { hasText: 'Blue' }).click()
  await sheet.getByText('No highlights match.').waitFor()
  await sheet.locator('label', { hasText: 'Green' }).click()
  await sheet.getByLabel('Search highlights and notes').fill('HARBOUR')
  await sheet.locator('mark').waitFor()
})

test('the notebook lists, finds, exports, opens and deletes an annotation', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/notebook`)
  const [mine] = await savedAnnotations()
  const entry = page.getByRole('link', { name: /Remember the harbour/ })
  await entry.waitFor()
  await page.getByRole('heading', { name: 'A History of Rain' }).waitFor()
  await page.getByLabel('Search highlights and notes').fill('zebra')
  await page.getByText('No highlights match.').waitFor()
  await page.getByLabel('Search highlights and notes').fill('harbour')
  await entry.waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Markdown' }).click()
  expect((await started).suggestedFilename()).toBe('notes-note-taker.md')
  await page.keyboard.press('Escape')

  await entry.click()
  await bar(page).getByText('Remember the harbour.').waitFor()
  expect((await drawn(page))?.['highlight-green']).toBe(mine?.locator.text.highlight)
  await bar(page).getByRole('button', { name: 'Delete highlight' }).click()
  await expect.poll(async () => (await drawn(page))?.['highlight-green']).toBeUndefined()
  await expect.poll(savedAnnotations).toEqual([])
})
