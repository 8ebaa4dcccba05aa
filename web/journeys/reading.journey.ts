import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookCalled, openFurnishedPlace, type Place, visit } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openFurnishedPlace()
})
afterAll(() => place?.close())

test('a page that is preloaded is turned in less than 50 milliseconds, and five hundred turns do not fill the tab', async () => {
  const { id } = await bookCalled(place, 'Harbor Lights v01')
  const { page, context } = await visit(place)
  await page.goto(`${place.origin}/read/${id}?incognito=1`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.waitForTimeout(1500)

  // Warm turns first, then the measured ones, within one page: a key press until the new page is on the screen.
  const times = await page.evaluate(async () => {
    const shown = () => document.querySelector<HTMLImageElement>('main img')?.alt
    const turn = (key: string) =>
      new Promise<number>((resolve) => {
        const before = shown()
        const began = performance.now()
        const observer = new MutationObserver(() => {
          if (shown() === before) return
          observer.disconnect()
          resolve(performance.now() - began)
        })
        observer.observe(document.querySelector('main') as Element, {
          childList: true,
          subtree: true,
          attributes: true,
        })
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      })
    const measured: number[] = []
    for (let i = 0; i < 12; i++) {
      const key = i % 2 ? 'ArrowLeft' : 'ArrowRight'
      const took = await turn(key)
      if (i > 3) measured.push(took)
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    return measured.sort((a, b) => a - b)
  })
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(50)

  const client = await context.newCDPSession(page)
  const heap = async () => {
    await client.send('HeapProfiler.collectGarbage')
    const { usedSize } = (await client.send('Runtime.getHeapUsage')) as { usedSize: number }
    return usedSize
  }
  const turns = (count: number) =>
    page.evaluate(async (many) => {
      for (let i = 0; i < many; i++) {
        const key = Math.floor(i / 7) % 2 ? 'ArrowLeft' : 'ArrowRight'
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve, 16))
      }
    }, count)
  await turns(50)
  const before = await heap()
  await turns(500)
  expect((await heap()) - before).toBeLessThan(8_000_000)
  expect(await page.evaluate(() => document.querySelectorAll('main img').length)).toBeLessThanOrEqual(4)
})

test('the end of a book offers the next one, one key away', async () => {
  const first = await bookCalled(place, 'Harbor Lights v01')
  const second = await bookCalled(place, 'Harbor Lights v02')
  const { page } = await visit(place)
  await page.goto(`${place.origin}/read/${first.id}?page=9&incognito=1`)
  await page.getByAltText('Page 9 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('You have finished “Harbor Lights v01”.').waitFor()
  await page.getByRole('link', { name: 'Read the next one' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`**/read/${second.id}**`)
})

test('reading without keeping track keeps no track', async () => {
  const { id } = await bookCalled(place, 'Harbor Lights v02')
  const { page } = await visit(place)
  await page.goto(`${place.origin}/read/${id}?incognito=1`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByAltText('Page 2 of 9').waitFor()
  await page.waitForTimeout(1500)
  await page.goto(place.origin)
  expect(await place.ask('GET', `/books/${id}/progress`)).toBeNull()
})

test('the place is saved even when the tab is closed in the middle of a page', async () => {
  const { id } = await bookCalled(place, 'Akai Ito v02')
  const { page, context } = await visit(place)
  await page.goto(`${place.origin}/read/${id}`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByAltText('Page 2 of 9').waitFor()
  await page.close({ runBeforeUnload: true })
  await expect
    .poll(() => place.ask<{ currentPage: number } | null>('GET', `/books/${id}/progress`).then((it) => it?.currentPage))
    .toBe(2)
  await context.close()
})

test('settings made in the reader are kept for the series, on another device too', async () => {
  const { id } = await bookCalled(place, 'Harbor Lights v01')
  const here = await visit(place)
  await here.page.goto(`${place.origin}/read/${id}?incognito=1`)
  await here.page.getByAltText('Page 1 of 9').waitFor()
  await here.page.keyboard.press('w')
  await here.page.waitForTimeout(800)
  const there = await visit(place, { width: 390, height: 844 })
  await there.page.goto(`${place.origin}/read/${id}?incognito=1`)
  await there.page.getByAltText('Page 2 of 9').waitFor()
  expect(await there.page.getByAltText('Page 1 of 9').isVisible()).toBe(true)
  await here.page.keyboard.press('w')
})

test('a PDF is read page by page, as the server draws it', async () => {
  const { id } = await bookCalled(place, 'Field Notes')
  const { page } = await visit(place)
  await page.goto(`${place.origin}/read/${id}`)
  const first = page.getByAltText('Page 1 of 3')
  await first.waitFor()
  expect(await first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(400)
  await page.keyboard.press('End')
  await page.getByAltText('Page 3 of 3').waitFor()
})
