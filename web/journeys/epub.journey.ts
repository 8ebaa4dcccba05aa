import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { twoFrames } from '../../scripts/wait-for-requests.ts'
import { shownChapter } from './chapter-frame.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
let id: string
beforeAll(async () => {
  server = await openSharedServer('novel-reader')
  id = (await findBook(server, 'A History of Rain')).id
})
afterAll(() => server?.close())

const position = async (page: Page) =>
  Number(
    (
      await page
        .getByText(/^Position \d+ of/)
        .first()
        .textContent()
    )?.match(/\d+/)?.[0],
  )
const words = async (page: Page) =>
  (await shownChapter(page))?.evaluate(() => document.body.textContent.trim().slice(0, 40))

async function open(page: Page) {
  await page.goto(`${server.origin}/read/${id}`)
  await expect.poll(() => words(page)).toBeTruthy()
}

test('a book reopens at the saved position, also at another size and on another device', async () => {
  const first = await visit(server)
  await open(first.page)
  const turn = () => first.page.keyboard.press('ArrowRight').then(() => position(first.page))
  await expect.poll(turn).toBeGreaterThan(2)
  const left = await position(first.page)
  await first.page.close({ runBeforeUnload: true })
  const keeps = () =>
    server.ask<{ locator: { href: string; locations: { totalProgression: number; position: number } } } | null>(
      'GET',
      `/books/${id}/progression`,
    )
  await expect.poll(async () => (await keeps())?.locator.locations.position).toBe(left)
  const saved = await keeps()

  const second = await visit(server, { width: 390, height: 844 })
  await open(second.page)
  expect((await shownChapter(second.page))?.url()).toContain(saved?.locator.href.split('/').at(-1))
  await expect.poll(() => position(second.page)).toBe(left)

  // If the book is open on two devices, the one that is behind asks.
  const third = await visit(server)
  await open(third.page)
  await second.page.keyboard.press('End')
  await expect.poll(() => position(second.page)).toBeGreaterThan(left)
  const follow = (page: Page) => page.getByRole('button', { name: 'Continue there' })
  await follow(third.page).waitFor()
  await third.page.getByText(/^You read up to position \d+ on /).waitFor()
  const followed = second.page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/progression') || response.request().method() !== 'GET') return false
    const { device } = (await response.json()) as { device: { id: string } }
    return device.id === (await third.page.evaluate(() => `web-${localStorage.getItem('lectern-device')}`))
  })
  await follow(third.page).click()
  await expect.poll(() => position(third.page)).toBe(await position(second.page))
  // The other one learns of it, and has nothing to ask.
  await followed
  await second.page.evaluate(twoFrames)
  expect(await follow(second.page).count()).toBe(0)
})

test('contents open their chapters, also while the server is busy, and search results open their passage', async () => {
  const { page } = await visit(server)
  await open(page)
  let refusals = 1
  await page.route('**/resources/**', (route) => {
    if (refusals-- < 1) return route.continue()
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error: 'rate_limited' } })
  })
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'North' }).click()
  await expect.poll(() => words(page)).toContain('North')

  await page.keyboard.press('/')
  await page.getByLabel('Search for a word or phrase').fill('harbour office')
  await page.getByText(/results?$/).waitFor()
  await page.locator('mark').first().click()
  await expect.poll(() => words(page)).not.toContain('North')
})

/** The highlighted text for a highlight name. */
const drawn = async (page: Page, name: string) =>
  (await shownChapter(page))?.evaluate((mark) => [...(CSS.highlights.get(`lectern-${mark}`) ?? [])].map(String), name)

test('a hit of the search in all books is marked when the book opens, and back leads to the search', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=2&find=harbour+office`)
  await page.getByRole('search', { name: 'Search results' }).waitFor()
  await expect.poll(() => drawn(page, 'search-current')).toEqual(['harbour office'])
  expect(await page.getByRole('button', { name: /Back to page/ }).count()).toBe(0)
})

test('every hit of a search is marked, the current one more strongly, until Escape ends it', async () => {
  const { page } = await visit(server)
  await open(page)
  await page.keyboard.press('/')
  await page.getByLabel('Search for a word or phrase').fill('HARBOUR  office')
  await page.getByText('60 results').waitFor()
  await page.getByLabel('Match case').check()
  await page.getByText('No results').waitFor()
  await page.getByLabel('Match case').uncheck()
  await page.getByText('60 results').waitFor()
  // The mark of a note, right after it, isn't part of the word.
  const phrase = page.getByLabel('Search for a word or phrase')
  await phrase.fill('lie')
  await page.getByLabel('Whole words').check()
  await page.getByText('1 result', { exact: true }).waitFor()
  await page.locator('mark').click()
  await expect.poll(() => drawn(page, 'search-current')).toEqual(['lie'])
  await page.keyboard.press('/')
  await page.getByLabel('Whole words').uncheck()
  await phrase.fill('HARBOUR  office')
  await page.getByText('60 results').waitFor()
  await page.locator('mark').nth(1).click()
  const bar = page.getByRole('search', { name: 'Search results' })
  await bar.getByText('2 of 60').waitFor()
  await expect.poll(() => drawn(page, 'search-hit')).toEqual(Array(12).fill('harbour office'))
  await expect.poll(() => drawn(page, 'search-current')).toEqual(['harbour office'])
  await page.keyboard.press('Shift+G')
  await bar.getByText('1 of 60').waitFor()
  // The first hit is preceded by the last, in another chapter.
  await bar.getByRole('button', { name: 'Previous result' }).click()
  await bar.getByText('60 of 60').waitFor()
  await expect.poll(() => words(page)).toContain('North')
  await expect.poll(() => drawn(page, 'search-current')).toHaveLength(1)
  // The tooltip of a button doesn't swallow the key.
  await bar.getByRole('button', { name: 'Next result' }).hover()
  await page.locator('[popover]', { hasText: 'Next result' }).waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await expect.poll(() => drawn(page, 'search-hit')).toEqual([])
  expect(page.url()).toContain('/read/')
})

test('a footnote opens beside its mark, a second tap goes there, and every jump leaves a way back', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/books/${id}`)
  // In another chapter than the jumps, wherever the last test ended.
  await page.goto(`${server.origin}/read/${id}?page=1`)
  await expect.poll(() => words(page)).toBeTruthy()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'A Map of Nothing' }).click()
  await expect.poll(() => words(page)).toContain('A Map of Nothing')
  const chip = page.getByRole('button', { name: /^Back to page \d+$/ })
  await chip.waitFor()
  const pressMark = async (text: string) => {
    await expect.poll(() => shownChapter(page)).toBeDefined()
    await (await shownChapter(page))?.locator('a', { hasText: text }).click()
  }
  await pressMark('1')
  const note = page.getByRole('dialog', { name: 'Footnote 1' })
  expect(await note.locator('em').textContent()).toBe('every')
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'detached' })

  // A note without markup, in another file; its back link is left out here.
  await pressMark('2')
  const other = page.getByRole('dialog', { name: 'Footnote 2' })
  expect((await other.locator('section').textContent())?.trim()).toBe('The kind ones were drawn by ferrymen.')
  await pressMark('2')
  await expect.poll(() => words(page)).toContain('North')
  await other.waitFor({ state: 'detached' })

  await page.goBack()
  await expect.poll(() => words(page)).toContain('A Map of Nothing')
  await chip.click()
  await expect.poll(() => words(page)).not.toContain('A Map of Nothing')
  await chip.waitFor({ state: 'detached' })
  await page.goForward()
  await expect.poll(() => words(page)).toContain('A Map of Nothing')

  // Closing the book skips the jumps in it.
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/books/${id}`)
})

test('text size, theme and layout change the page and keep the position', async () => {
  const { page } = await visit(server)
  await open(page)
  const fontSize = async () =>
    (await (await shownChapter(page))?.evaluate(() => getComputedStyle(document.documentElement).fontSize)) ?? ''
  const before = await fontSize()
  await page.keyboard.press('+')
  await expect.poll(async () => Number.parseFloat(await fontSize())).toBeGreaterThan(Number.parseFloat(before))
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Sepia' }).click()
  const paper = async () =>
    (await shownChapter(page))?.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await expect.poll(paper).toBe('rgb(243, 232, 210)')
  // Sheets use the colours of the page.
  const sheets = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.getByRole('button', { name: 'Black' }).click()
  await expect.poll(sheets).toBe('black')
  await page.getByRole('button', { name: 'Sepia' }).click()
  await expect.poll(sheets).toBe('paper')
})

test('scrolling goes on over the chapters and back, with only a few of them there', async () => {
  const { page } = await visit(server)
  await page.addInitScript(() => localStorage.setItem('lectern-reader-epub', '{"flow":"scrolled"}'))
  await page.goto(`${server.origin}/read/${id}?page=1`)
  const chapters = () =>
    page.locator('main iframe').evaluateAll((all) => all.map((each) => (each as HTMLIFrameElement).title))
  await expect.poll(chapters).toContain('The Ferry')
  const scrollTo = (part: number) =>
    page
      .locator('main iframe')
      .first()
      .evaluate((first, to) => {
        const view = first.parentElement?.parentElement as HTMLElement
        view.scrollTop = to * view.scrollHeight
      }, part)
  await expect
    .poll(async () => {
      await scrollTo(1)
      return (await chapters()).join()
    })
    .toContain('North')
  expect(await chapters()).not.toContain('The Ferry')
  await expect
    .poll(async () => {
      await scrollTo(1)
      return position(page)
    })
    .toBeGreaterThan(4)
  await expect
    .poll(async () => {
      await scrollTo(0)
      return (await chapters()).join()
    })
    .toContain('The Ferry')
  expect(await chapters()).not.toContain('North')
})

/** A browser with one voice that finishes at once. */
function speakQuickly() {
  class Utterance {
    onend?: () => void
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  const spoken: string[] = []
  let current: Utterance | undefined
  const speechSynthesis = {
    getVoices: () => [{ voiceURI: 'ada', name: 'Ada', lang: 'en-GB' }],
    addEventListener() {},
    removeEventListener() {},
    cancel: () => {
      current = undefined
    },
    speak(next: Utterance) {
      current = next
      spoken.push(next.text)
      setTimeout(() => current === next && next.onend?.(), 20)
    },
  }
  Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis })
  Object.assign(window, { SpeechSynthesisUtterance: Utterance, spoken })
}

test('a book is read aloud sentence by sentence, and where there are no voices it says so', async () => {
  const { page } = await visit(server)
  await page.addInitScript(speakQuickly)
  await page.goto(`${server.origin}/read/${id}?page=1`)
  await expect.poll(() => words(page)).toBeTruthy()
  await page.keyboard.press('r')
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
  await expect
    .poll(spoken)
    .toContain(
      'She put down the case and looked at the timetable, which had been rained on so often that only the hours were left.',
    )
  const bar = page.getByRole('region', { name: 'Read aloud' })
  await bar.getByRole('button', { name: 'Pause' }).click()
  await bar.getByRole('button', { name: 'Play' }).waitFor()
  const [sentence] = (await drawn(page, 'spoken')) ?? []
  expect((await spoken()).at(-1)).toBe(sentence?.replace(/\s+/g, ' '))
  // After turning to another chapter in the meantime, that one is read.
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'North' }).click()
  await expect.poll(() => words(page)).toContain('North')
  await bar.getByRole('button', { name: 'Play' }).click()
  await expect.poll(spoken).toContain('North')
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })

  const silent = await visit(server)
  await silent.page.addInitScript(() =>
    Object.defineProperty(window, 'speechSynthesis', {
      value: { getVoices: () => [], addEventListener() {}, removeEventListener() {}, cancel() {} },
    }),
  )
  await open(silent.page)
  await silent.page.keyboard.press('r')
  await silent.page.getByText('This browser has no voices.').waitFor()
})

test('scripts inside a book never run', async () => {
  const { page } = await visit(server)
  await open(page)
  const ran = await (await shownChapter(page))?.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.didRun = true'
    document.head.append(script)
    return (window as { didRun?: boolean }).didRun ?? false
  })
  expect(ran).toBe(false)
})

test('every control is reachable by keyboard, and the arrow keys still turn pages afterwards', async () => {
  const { page } = await visit(server)
  await open(page)
  await page.keyboard.press('ArrowRight')
  await page.locator('header[inert]').waitFor({ state: 'attached' })
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    })
    .toBe('Add bookmark')
  await page.keyboard.press('Enter')
  await page.getByText(/^Bookmark added/).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'Contents' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const before = await position(page)
  await page.keyboard.press('End')
  await expect.poll(() => position(page)).toBeGreaterThan(before)
})

test('components look the same, whichever style sheet of a book opened directly comes first', async () => {
  const { page } = await visit(server)
  await open(page)
  const color = await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = '@layer base { #probe { color: red } } @layer mantine { #probe { color: lime } }'
    const probe = Object.assign(document.createElement('p'), { id: 'probe' })
    document.head.append(style)
    document.body.append(probe)
    return getComputedStyle(probe).color
  })
  // What a component says about itself wins over the basics: link buttons had the colour of the text around them.
  expect(color).toBe('rgb(0, 255, 0)')
})
