import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownChapter } from './chapter-frame.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
let id: string
beforeAll(async () => {
  server = await openSharedServer('listener')
  id = (await findBook(server, 'A History of Rain')).id
})
afterAll(() => server?.close())

type Spoken = { text: string; rate: number; voice: string | undefined }
type Speech = { spoken: Spoken[]; isSpeaking: boolean }

/**
 * A browser with three voices. A sentence takes a while; the page's `speech` has what was spoken, and whether it
 * continues.
 */
function speakInVoices() {
  class Utterance {
    onend?: () => void
    rate = 1
    voice: { name: string } | null = null
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  const speech: Speech = { spoken: [], isSpeaking: false }
  let current: Utterance | undefined
  const speechSynthesis = {
    getVoices: () => [
      { voiceURI: 'anna', name: 'Anna', lang: 'de-DE' },
      { voiceURI: 'ada', name: 'Ada', lang: 'en-GB' },
      { voiceURI: 'grace', name: 'Grace', lang: 'en-US' },
    ],
    addEventListener() {},
    removeEventListener() {},
    cancel: () => {
      current = undefined
      speech.isSpeaking = false
    },
    speak(next: Utterance) {
      current = next
      speech.isSpeaking = true
      speech.spoken.push({ text: next.text, rate: next.rate, voice: next.voice?.name })
      setTimeout(() => current === next && next.onend?.(), 150 / next.rate)
    },
  }
  Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis })
  Object.assign(window, { SpeechSynthesisUtterance: Utterance, speech })
}

const speechOf = (page: Page) => page.evaluate(() => (window as unknown as { speech: Speech }).speech)
const lastSpoken = async (page: Page) => (await speechOf(page)).spoken.at(-1)
const addressOf = async (page: Page) => (await shownChapter(page))?.url()
const marked = async (page: Page) =>
  (await shownChapter(page))?.evaluate(() => [...(CSS.highlights.get('lectern-spoken') ?? [])].map(String).join())

async function listen() {
  const { page } = await visit(server)
  await page.addInitScript(speakInVoices)
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=1`)
  await page.getByText(/^Position 1 of/).waitFor()
  await page.keyboard.press('r')
  await expect.poll(async () => (await speechOf(page)).spoken.length).toBeGreaterThan(2)
  return { page, bar: page.getByRole('region', { name: 'Read aloud' }) }
}

test('speed and voice change at once, and a pause goes on with the same sentence', async () => {
  const { page, bar } = await listen()
  await bar.getByRole('combobox', { name: 'Speed' }).click()
  await page.getByRole('option', { name: '2×' }).click()
  await expect.poll(() => lastSpoken(page)).toMatchObject({ rate: 2 })
  await bar.getByRole('combobox', { name: 'Voice' }).click()
  // Voices in the book's language come first.
  expect(await page.getByRole('option', { name: /\((en|de)-/ }).allTextContents()).toEqual([
    'Ada (en-GB)',
    'Grace (en-US)',
    'Anna (de-DE)',
  ])
  await page.getByRole('option', { name: 'Grace' }).click()
  await expect.poll(() => lastSpoken(page)).toMatchObject({ rate: 2, voice: 'Grace' })

  await bar.getByRole('button', { name: 'Pause' }).click()
  await bar.getByRole('button', { name: 'Play' }).waitFor()
  const paused = await speechOf(page)
  await page.waitForTimeout(500)
  expect(await speechOf(page)).toEqual(paused)
  const sentence = paused.spoken.at(-1)?.text
  expect((await marked(page))?.replace(/\s+/g, ' ')).toBe(sentence)
  await bar.getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => (await speechOf(page)).spoken[paused.spoken.length]?.text).toBe(sentence)
})

test('reading aloud goes on in the next chapter, and ends when the book is closed', async () => {
  const { page, bar } = await listen()
  await bar.getByRole('combobox', { name: 'Speed' }).click()
  await page.getByRole('option', { name: '3×' }).click()
  // The last page of the first chapter.
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'A Map of Nothing' }).click()
  const textsFrom = async (first: number) => (await speechOf(page)).spoken.slice(first).map(({ text }) => text)
  await expect.poll(() => textsFrom(0)).toContain('A Map of Nothing')
  const { length } = (await speechOf(page)).spoken
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => textsFrom(length)).toContain('A Map of Nothing')
  await expect.poll(() => addressOf(page)).toContain('c2.xhtml')
  await expect.poll(() => marked(page)).toBeTruthy()

  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Close book' }).click()
  await page.waitForURL(`**/books/${id}`)
  await expect.poll(async () => (await speechOf(page)).isSpeaking).toBe(false)
  const { length: last } = (await speechOf(page)).spoken
  await page.waitForTimeout(400)
  expect((await speechOf(page)).spoken).toHaveLength(last)
})

test('stopping while a chapter is still on its way stays silent', async () => {
  const { page } = await visit(server)
  await page.addInitScript(speakInVoices)
  await page.goto(`${server.origin}/read/${id}?incognito=1&page=1`)
  await page.getByText(/^Position 1 of/).waitFor()
  const answer = Promise.withResolvers<void>()
  await page.route(/c[14]\.xhtml$/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'What the Lamp Saw' }).click()
  const bar = page.getByRole('region', { name: 'Read aloud' })
  await page.keyboard.press('r')
  await bar.waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  answer.resolve()
  await expect.poll(() => addressOf(page)).toMatch(/c[14]\.xhtml$/)
  await page.waitForTimeout(800)
  expect(await speechOf(page)).toEqual({ spoken: [], isSpeaking: false })
})

for (const flow of ['paginated', 'scrolled'])
  test(`a chapter chosen while reading aloud is read once it is there, and not left again: ${flow}`, async () => {
    const { page } = await visit(server)
    await page.addInitScript(speakInVoices)
    await page.addInitScript((wanted) => localStorage.setItem('lectern-reader-epub', `{"flow":"${wanted}"}`), flow)
    let answer = Promise.withResolvers<void>()
    await page.route(/c[2345]\.xhtml$/, async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto(`${server.origin}/read/${id}?incognito=1&page=1`)
    await page.getByText(/^Position 1 of/).waitFor()
    const bar = page.getByRole('region', { name: 'Read aloud' })
    const spoken = async () => (await speechOf(page)).spoken.map(({ text }) => text)
    const inMiddle = () =>
      flow === 'paginated'
        ? addressOf(page)
        : page.evaluate(() => (document.elementFromPoint(innerWidth / 2, 400) as HTMLIFrameElement).src)
    const choose = async (chapter: string) => {
      await page.keyboard.press('t')
      await page.getByRole('button', { name: chapter }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const arrive = async (chapter: string, file: string) => {
      // Meanwhile, sentences end.
      await page.waitForTimeout(700)
      answer.resolve()
      await expect.poll(spoken).toContain(chapter)
      await page.waitForTimeout(500)
      expect(await inMiddle()).toContain(file)
    }
    await page.keyboard.press('r')
    await expect.poll(async () => (await spoken()).length).toBeGreaterThan(1)
    await choose('A Map of Nothing')
    await arrive('A Map of Nothing', 'c2.xhtml')
    // Paused, and played before it is there.
    await bar.getByRole('button', { name: 'Pause' }).click()
    answer = Promise.withResolvers()
    await choose('North')
    await bar.getByRole('button', { name: 'Play' }).click()
    await arrive('North', 'c5.xhtml')
  })
