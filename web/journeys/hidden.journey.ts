import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchRequests } from '../../scripts/settled.ts'
import { bookCalled, openPlace, type Place, visit } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openPlace('guardian')
})
afterAll(() => place?.close())

test('whoever may not see a series finds no trace of it: not at home, in lists, by search, by address, or in settings', async () => {
  const hidden = await bookCalled(place, 'Akai Ito Vol. 1')
  const tag = await place.ask<{ id: string }>('POST', '/admin/sharing-tags', { name: 'Not for guests' })
  await place.ask('PUT', `/series/${hidden.seriesId}/sharing-tags`, { sharingTagIds: [tag.id] })
  const guest = { username: 'guest', password: place.account.password }
  const { id } = await place.ask<{ id: string }>('POST', '/users', { ...guest, role: 'reader' })
  await place.ask('PUT', `/users/${id}/sharing-tags`, { sharingTagId: tag.id, accessMode: 'deny' })
  try {
    const { page } = await visit(place, { as: guest })
    const settled = watchRequests(page)
    for (const path of ['/', '/libraries/all', '/libraries/all?show=books&view=list', '/search?q=akai']) {
      await page.goto(place.origin + path)
      await settled()
      expect(await page.getByText(/Akai Ito/).count(), path).toBe(0)
    }
    await page.goto(`${place.origin}/libraries/all`)
    await page.getByRole('link', { name: /^Field Notes/ }).waitFor()
    for (const path of [`/series/${hidden.seriesId}`, `/books/${hidden.id}`, `/read/${hidden.id}`]) {
      await page.goto(place.origin + path)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    await page.goto(`${place.origin}/admin/users`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('akai')
    await page.getByText('No results for “akai”.').waitFor()
  } finally {
    await place.ask('DELETE', `/admin/sharing-tags/${tag.id}`)
  }
})
