import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookCalled, openPlace, type Place, visit } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openPlace('traveller')
})
afterAll(() => place?.close())

test('a downloaded book is read without a connection, and the place is sent when it is back', async () => {
  const { id } = await bookCalled(place, 'Harbor Lights v01')
  const { page, context } = await visit(place, { serviceWorkers: 'allow' })
  await page.goto(place.origin)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.goto(`${place.origin}/books/${id}`)
  await page.getByRole('button', { name: 'Keep for offline reading' }).click()
  await page.getByRole('button', { name: 'Remove the offline copy' }).waitFor({ timeout: 30_000 })

  await context.setOffline(true)
  await page.goto(`${place.origin}/downloads`)
  await page.getByRole('link', { name: 'Read', exact: true }).click()
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('End')
  await page.getByAltText('Page 9 of 9').waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lectern-outbox'))).toContain(id)

  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(() => place.ask<{ completed: boolean } | null>('GET', `/books/${id}/progress`).then((it) => it?.completed))
    .toBe(true)
})
