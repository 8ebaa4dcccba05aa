import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, bookCalled, openFurnishedPlace, type Place, visit } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openFurnishedPlace({ basePath: '/shelf' })
})
afterAll(() => place?.close())

test('below a base path everything is asked for below it: pages, covers, books and the files of the app', async () => {
  const { page, context } = await visit(place, { signedIn: false })
  const outside = new Set<string>()
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (place.origin.startsWith(origin) && !pathname.startsWith('/shelf/')) outside.add(pathname)
  })
  await page.goto(`${place.origin}/libraries/all`)
  await page.getByLabel('Username or e-mail').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: /^Harbor Lights/ }).click()
  await page.getByRole('heading', { name: 'Books' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/shelf\/series\//)
  await page.reload()
  await page.getByRole('heading', { name: 'Books' }).waitFor()

  const novel = await bookCalled(place, 'A History of Rain')
  await page.goto(`${place.origin}/read/${novel.id}?incognito=1`)
  await expect
    .poll(() => page.frames().some((frame) => frame.url().includes('/shelf/api/v1/')), { timeout: 20_000 })
    .toBe(true)
  expect([...outside]).toEqual([])
  await context.close()
})
