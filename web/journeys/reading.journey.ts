import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('reader')
})
afterAll(() => server?.close())

test('five hundred turns do not fill the memory of the tab', async () => {
  const { id } = await findBook(server, 'The Long Way Home')
  // A small window: a browser without a graphics card would still be painting long after the last turn.
  const { page, context } = await visit(server, { width: 520, height: 400 })
  await page.goto(`${server.origin}/read/${id}?incognito=1`)
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
  await page.evaluate(turns, 500)
  const after = await weigh()
  expect(after.usedSize - before.usedSize).toBeLessThan(4_000_000)
  expect(after.nodes - before.nodes).toBeLessThan(500)
  expect(await page.evaluate(() => document.querySelectorAll('main img').length)).toBeLessThanOrEqual(4)
})

/**
 * Turns pages as fast as they load, to the end and back. How long a turn takes is measured by `npm run bench -- --only
 * readers`.
 */
async function turns(count: number): Promise<void> {
  const view = document.querySelector('main') as Element
  const shown = () => Number(view.querySelector('img')?.alt.match(/\d+/)?.[0])
  for (let [key, turned] = ['ArrowRight', 0]; turned < count; turned += 1) {
    if (shown() === 120) key = 'ArrowLeft'
    if (shown() === 1) key = 'ArrowRight'
    const before = shown()
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (shown() === before) return
        observer.disconnect()
        resolve()
      })
      observer.observe(view, { childList: true, subtree: true, attributes: true })
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
    // A user takes at least a moment to press again.
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

test('the end of a book offers the next one, one key away', async () => {
  const first = await findBook(server, 'Harbor Lights Vol. 1')
  const second = await findBook(server, 'Harbor Lights Vol. 2')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read/${first.id}?page=9&incognito=1`)
  await page.getByAltText('Page 9 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('You’ve finished “Harbor Lights Vol. 1”.').waitFor()
  await page.getByRole('link', { name: 'Read next book' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`**/read/${second.id}**`)

  // And back: by taps at the side, where there is also a card before the first page.
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

test('a read list is read in its own order, across series', async () => {
  const [first, second] = [await findBook(server, 'Harbor Lights Vol. 1'), await findBook(server, 'Akai Ito Vol. 1')]
  const ids = [first.id, second.id]
  const list = await server.ask<{ id: string }>('POST', '/readlists', { name: 'Two harbours', ids, shared: false })
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read-lists/${list.id}`)
  await page.getByRole('link', { name: 'Read', exact: true }).click()
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('End')
  await page.getByAltText('Page 9 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Next in read list').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`**/read/${second.id}?list=${list.id}`)
})

test('private reading saves no progress', async () => {
  const { id } = await findBook(server, 'Harbor Lights Vol. 2')
  const { page } = await visit(server)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await page.goto(`${server.origin}/read/${id}?incognito=1`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByAltText('Page 2 of 9').waitFor()
  // Outside incognito, the position would be sent on leaving at the latest.
  await page.goto(server.origin)
  expect(sent).toEqual([])
  expect(await server.ask('GET', `/books/${id}/progress`)).toBeNull()
})

test('the position is saved even when the tab is closed in the middle of a page', async () => {
  const { id } = await findBook(server, 'Akai Ito Vol. 2')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read/${id}`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByAltText('Page 2 of 9').waitFor()
  await page.close({ runBeforeUnload: true })
  await expect
    .poll(() =>
      server.ask<{ currentPage: number } | null>('GET', `/books/${id}/progress`).then((it) => it?.currentPage),
    )
    .toBe(2)
})

test('a reader signed out elsewhere signs in again and continues on the same page', async () => {
  const { id } = await findBook(server, 'Akai Ito Vol. 1')
  const { page, context } = await visit(server)
  await page.goto(`${server.origin}/read/${id}`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await context.clearCookies()
  await page.keyboard.press(' ')
  await page.getByLabel('Username').fill(server.account.username)
  await page.getByLabel('Password', { exact: true }).fill(server.account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByAltText('Page 2 of 9').waitFor()
  const saved = await server.ask<{ currentPage: number } | null>('GET', `/books/${id}/progress`)
  expect(saved?.currentPage).toBe(2)
})

test('a page that failed to load appears once the server answers again', async () => {
  const { id } = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server)
  await page.route(/\/pages\/2\?/, (route) => route.abort())
  await page.goto(`${server.origin}/read/${id}?incognito=1`)
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Page 2 couldn’t be loaded.').waitFor()
  await page.unroute(/\/pages\/2\?/)
  await page.getByAltText('Page 2 of 9').waitFor()
})

test('a page that is damaged says so while scrolling, and is not requested again and again', async () => {
  const { id } = await findBook(server, 'The Long Way Home')
  const { page } = await visit(server)
  let requests = 0
  await page.route(/\/pages\/2\?/, (route) => {
    requests += 1
    return route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{}' })
  })
  await page.goto(`${server.origin}/read/${id}?incognito=1`)
  await page.getByAltText('Page 1 of 120').waitFor()
  await page.keyboard.press('w')
  await page.getByText('Page 2 couldn’t be loaded.').waitFor()
  const before = requests
  await page.waitForTimeout(4000)
  expect(requests).toBe(before)
})

test('reader settings are saved for the series, also for other devices', async () => {
  const { id } = await findBook(server, 'Harbor Lights Vol. 1')
  const here = await visit(server)
  await here.page.goto(`${server.origin}/read/${id}?incognito=1`)
  await here.page.getByAltText('Page 1 of 9').waitFor()
  const saved = here.page.waitForResponse(
    (it) => it.url().includes('/user/preferences/') && it.request().method() === 'PUT',
  )
  await here.page.keyboard.press('w')
  await saved
  const there = await visit(server, { width: 390, height: 844 })
  await there.page.goto(`${server.origin}/read/${id}?incognito=1`)
  await there.page.getByAltText('Page 2 of 9').waitFor()
  expect(await there.page.getByAltText('Page 1 of 9').isVisible()).toBe(true)
})

test('a PDF is read page by page, as the server renders it', async () => {
  const { id } = await findBook(server, 'Field Notes')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read/${id}`)
  const first = page.getByAltText('Page 1 of 3')
  await first.waitFor()
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(400)
  await page.keyboard.press('End')
  await expect.poll(() => page.getByLabel('Go to page').last().inputValue()).toBe('3')
})

test('the text of a PDF page can be selected', async () => {
  const { id } = await findBook(server, 'Field Notes')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/read/${id}?page=2&incognito=1`)
  await page.getByAltText('Page 2 of 3').waitFor()
  const line = page.getByText('Second leaf')
  await line.waitFor()
  const box = await line.boundingBox()
  await page.mouse.move(box!.x + 1, box!.y + box!.height / 2)
  await page.mouse.down()
  await page.mouse.move(box!.x + box!.width - 1, box!.y + box!.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Second leaf')
  // This didn't turn the page.
  await page.getByAltText('Page 2 of 3').waitFor()
})
