import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookCalled, openPlace, type Place, visit } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openPlace('reader')
})
afterAll(() => place?.close())

test('a page that is preloaded is turned in less than 50 milliseconds, and five hundred turns do not fill the tab', async () => {
  const { id } = await bookCalled(place, 'The Long Way Home')
  // A small window: a browser without a graphics card would still be painting long after the last turn.
  const { page, context } = await visit(place, { width: 520, height: 400 })
  await page.goto(`${place.origin}/read/${id}?incognito=1`)
  await page.getByAltText('Page 1 of 120').waitFor()
  const client = await context.newCDPSession(page)
  const weigh = async () => {
    await client.send('HeapProfiler.collectGarbage')
    const { usedSize } = await client.send('Runtime.getHeapUsage')
    const { nodes } = await client.send('Memory.getDOMCounters')
    return { usedSize, nodes }
  }
  await page.evaluate(turns, 60)
  const before = await weigh()
  const times = await page.evaluate(turns, 500)
  const after = await weigh()
  expect(times.sort((a, b) => a - b)[250]).toBeLessThan(50)
  expect(after.usedSize - before.usedSize).toBeLessThan(4_000_000)
  expect(after.nodes - before.nodes).toBeLessThan(500)
  expect(await page.evaluate(() => document.querySelectorAll('main img').length)).toBeLessThanOrEqual(4)
})

/** Leafs as fast as pages come, to the end and back, and says how long each took from the key to the screen. */
async function turns(count: number): Promise<number[]> {
  const view = document.querySelector('main') as Element
  const shown = () => Number(view.querySelector('img')?.alt.match(/\d+/)?.[0])
  const times: number[] = []
  for (let key = 'ArrowRight'; times.length < count; ) {
    if (shown() === 120) key = 'ArrowLeft'
    if (shown() === 1) key = 'ArrowRight'
    const before = shown()
    const began = performance.now()
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (shown() === before) return
        observer.disconnect()
        resolve()
      })
      observer.observe(view, { childList: true, subtree: true, attributes: true })
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
    times.push(performance.now() - began)
    // A person takes at least a moment to press again.
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return times
}

test('the end of a book offers the next one, one key away', async () => {
  const first = await bookCalled(place, 'Harbor Lights Vol. 1')
  const second = await bookCalled(place, 'Harbor Lights Vol. 2')
  const { page } = await visit(place)
  await page.goto(`${place.origin}/read/${first.id}?page=9&incognito=1`)
  await page.getByAltText('Page 9 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('You’ve finished “Harbor Lights Vol. 1”.').waitFor()
  await page.getByRole('link', { name: 'Read next book' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`**/read/${second.id}**`)

  // And back: by taps at the side, where the first page is followed by a card, too.
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.mouse.click(40, 400)
  await page.getByText('Start of the book').waitFor()
  await page.mouse.click(40, 400)
  await page.waitForURL(`**/read/${first.id}**`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.mouse.move(600, 300)
  await page.mouse.move(640, 400)
  await page.getByRole('button', { name: 'Next in series' }).click()
  await page.waitForURL(`**/read/${second.id}**`)
})

test('a read list is read on in its own order, across series', async () => {
  const [first, second] = [await bookCalled(place, 'Harbor Lights Vol. 1'), await bookCalled(place, 'Akai Ito Vol. 1')]
  const ids = [first.id, second.id]
  const list = await place.ask<{ id: string }>('POST', '/readlists', { name: 'Two harbours', ids, shared: false })
  const { page } = await visit(place)
  await page.goto(`${place.origin}/read-lists/${list.id}`)
  await page.getByRole('link', { name: 'Read', exact: true }).click()
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('End')
  await page.getByAltText('Page 9 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Next in read list').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`**/read/${second.id}?list=${list.id}`)
})

test('reading without keeping track keeps no track', async () => {
  const { id } = await bookCalled(place, 'Harbor Lights Vol. 2')
  const { page } = await visit(place)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await page.goto(`${place.origin}/read/${id}?incognito=1`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByAltText('Page 2 of 9').waitFor()
  // Leaving is when whoever keeps track sends at the latest.
  await page.goto(place.origin)
  expect(sent).toEqual([])
  expect(await place.ask('GET', `/books/${id}/progress`)).toBeNull()
})

test('the place is saved even when the tab is closed in the middle of a page', async () => {
  const { id } = await bookCalled(place, 'Akai Ito Vol. 2')
  const { page } = await visit(place)
  await page.goto(`${place.origin}/read/${id}`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByAltText('Page 2 of 9').waitFor()
  await page.close({ runBeforeUnload: true })
  await expect
    .poll(() => place.ask<{ currentPage: number } | null>('GET', `/books/${id}/progress`).then((it) => it?.currentPage))
    .toBe(2)
})

test('whoever was signed out elsewhere while reading signs in again, goes on at the same page and has lost no place', async () => {
  const { id } = await bookCalled(place, 'Akai Ito Vol. 1')
  const { page, context } = await visit(place)
  await page.goto(`${place.origin}/read/${id}`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await context.clearCookies()
  await page.keyboard.press(' ')
  await page.getByLabel('Username').fill(place.account.username)
  await page.getByLabel('Password', { exact: true }).fill(place.account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByAltText('Page 2 of 9').waitFor()
  const kept = await place.ask<{ currentPage: number } | null>('GET', `/books/${id}/progress`)
  expect(kept?.currentPage).toBe(2)
})

test('a page that could not be loaded comes by itself once the server answers again', async () => {
  const { id } = await bookCalled(place, 'Harbor Lights Vol. 1')
  const { page } = await visit(place)
  await page.route('**/pages/2', (route) => route.abort())
  await page.goto(`${place.origin}/read/${id}?incognito=1`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Page 2 couldn’t be loaded.').waitFor()
  await page.unroute('**/pages/2')
  await page.getByAltText('Page 2 of 9').waitFor()
})

test('settings made in the reader are kept for the series, on another device too', async () => {
  const { id } = await bookCalled(place, 'Harbor Lights Vol. 1')
  const here = await visit(place)
  await here.page.goto(`${place.origin}/read/${id}?incognito=1`)
  await here.page.getByAltText('Page 1 of 9').waitFor()
  const kept = here.page.waitForResponse(
    (it) => it.url().includes('/user/preferences/') && it.request().method() === 'PUT',
  )
  await here.page.keyboard.press('w')
  await kept
  const there = await visit(place, { width: 390, height: 844 })
  await there.page.goto(`${place.origin}/read/${id}?incognito=1`)
  await there.page.getByAltText('Page 2 of 9').waitFor()
  expect(await there.page.getByAltText('Page 1 of 9').isVisible()).toBe(true)
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

test('the words of a PDF can be selected where they stand on the page', async () => {
  const { id } = await bookCalled(place, 'Field Notes')
  const { page } = await visit(place)
  await page.goto(`${place.origin}/read/${id}?page=2&incognito=1`)
  await page.getByAltText('Page 2 of 3').waitFor()
  await page.getByRole('button', { name: 'Select text' }).click()
  const line = page.getByText('Second leaf')
  const box = await line.boundingBox()
  await page.mouse.move(box!.x + 1, box!.y + box!.height / 2)
  await page.mouse.down()
  await page.mouse.move(box!.x + box!.width - 1, box!.y + box!.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).toBe('Second leaf')
  // Nothing was turned by it.
  await page.getByAltText('Page 2 of 3').waitFor()
})
