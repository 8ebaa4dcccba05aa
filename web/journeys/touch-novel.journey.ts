import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownChapter } from './chapter-frame.ts'
import { fingersOn } from './finger.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
let id: string
beforeAll(async () => {
  server = await openSharedServer('novel-by-touch')
  id = (await findBook(server, 'A History of Rain')).id
})
afterAll(() => server?.close())

async function open(number: number | '') {
  const { page, context } = await visit(server, { width: 390, height: 844 })
  await page.goto(`${server.origin}/read/${id}${number && `?page=${number}`}`)
  await page.getByText(/^Position \d+ of/).waitFor()
  return { page, finger: await fingersOn(page, context) }
}

const saved = () =>
  server
    .ask<{ locator: { locations: { totalProgression: number } } } | null>('GET', `/books/${id}/progression`)
    .then((it) => it?.locator.locations.totalProgression ?? 0)

test('pages turned by the finger and text scrolled by it are remembered, also in a book begun before', async () => {
  const first = await open('')
  // A key pressed before the reader listens is lost.
  const turnAndRead = async () => {
    await first.page.keyboard.press('ArrowRight')
    return saved()
  }
  await expect.poll(turnAndRead, { interval: 2000 }).toBeGreaterThan(0)
  await first.page.close()

  const before = await saved()
  const { page, finger } = await open('')
  for (let turns = 0; turns < 6; turns++) await finger.drag([330, 400], [60, 400])
  await expect.poll(saved).toBeGreaterThan(before)
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Settings' }).getByText('Scroll', { exact: true }).click()
  await page.close()

  const paged = await saved()
  const scrolled = await open('')
  for (let turns = 0; turns < 6; turns++) await scrolled.finger.drag([195, 650], [195, 150])
  await expect.poll(saved).toBeGreaterThan(paged)
  // A swipe sideways does not leave the book.
  const address = scrolled.page.url()
  await scrolled.finger.drag([60, 400], [330, 400])
  await scrolled.page.waitForTimeout(1000)
  expect(scrolled.page.url()).toBe(address)
  await scrolled.page.keyboard.press('s')
  await scrolled.page.getByRole('dialog', { name: 'Settings' }).getByText('Pages', { exact: true }).click()
})

test('on a tablet a tap beside the text turns the page, too', async () => {
  const { page } = await visit(server, { width: 1100, height: 1180 })
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=3`)
  const place = () => page.getByText(/^Position \d+ of/).textContent()
  await page.getByText('Position 3 of').waitFor()
  await expect
    .poll(async () => {
      await page.mouse.click(1095, 600)
      return place()
    })
    .not.toContain('Position 3 of')
  await expect
    .poll(async () => {
      await page.mouse.click(5, 600)
      return place()
    })
    .toContain('Position 3 of')
})

test('a second tap on the mark of a note goes to the note, and a swipe closes one that is open', async () => {
  const { page, finger } = await open('')
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'A Map of Nothing' }).click()
  const chapter = async () => (await shownChapter(page))?.evaluate(() => document.body.textContent)
  await expect.poll(chapter).toContain('As every archivist knows.')
  const mark = (await shownChapter(page))?.locator('a', { hasText: '1' })
  const note = page.getByRole('dialog', { name: 'Footnote 1' })
  await mark?.tap()
  await note.waitFor()
  await finger.drag([330, 700], [60, 700])
  await note.waitFor({ state: 'detached' })
  await finger.drag([60, 700], [330, 700])
  await mark?.tap()
  await note.waitFor()
  await mark?.tap()
  await note.waitFor({ state: 'detached' })
  const left = async () =>
    (await shownChapter(page))?.evaluate(() => {
      const box = window.frameElement?.getBoundingClientRect()
      return (document.querySelector('aside')?.getBoundingClientRect().left ?? 0) + (box?.left ?? 0)
    })
  const isOnPage = async () => {
    const at = (await left()) ?? -1
    return at >= 0 && at < 390
  }
  await expect.poll(isOnPage).toBe(true)
  // It stays there.
  await page.waitForTimeout(500)
  expect(await isOnPage()).toBe(true)
})

test('a jump or leaving the book while a page still moves is done, and nothing breaks', async () => {
  const { page, finger } = await open(1)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await page.getByText('Position 5 of 5').first().waitFor()
  await page.keyboard.press('Home')
  await page.getByText('Position 1 of 5').first().waitFor()
  await finger.drag([330, 400], [60, 400])
  await page.keyboard.press('End')
  await page.getByText('Position 5 of 5').first().waitFor()
  await finger.drag([60, 400], [330, 400])
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/books/${id}`)
  // An error would occur at the end of the page animation.
  await page.waitForTimeout(600)
})

test('words selected by a key are in sight, not under the bars', async () => {
  const { page } = await open(1)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Close book' }).waitFor()
  await page.keyboard.press('h')
  await page.getByRole('button', { name: 'Wikipedia' }).waitFor()
  const middle = async () =>
    (await shownChapter(page))?.evaluate(() => {
      const box = document.getSelection()?.getRangeAt(0).getBoundingClientRect() ?? new DOMRect()
      const around = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
      return { x: around.left + box.left + box.width / 2, y: around.top + box.top + box.height / 2 }
    })
  const isInSight = async () => {
    const point = (await middle()) ?? { x: 0, y: 0 }
    return page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.localName, point)
  }
  await expect.poll(isInSight).toBe('foliate-paginator')
})
