import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchRequests } from '../../scripts/wait-for-requests.ts'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('guardian')
})
afterAll(() => server?.close())

test('a user without access to a series finds no trace of it: at home, in lists, by search, by address, or in settings', async () => {
  const denied = await findBook(server, 'Akai Ito Vol. 1')
  const tag = await server.ask<{ id: string }>('POST', '/admin/sharing-tags', { name: 'Not for guests' })
  await server.ask('PUT', `/series/${denied.seriesId}/sharing-tags`, { sharingTagIds: [tag.id] })
  const guest = { username: 'guest', password: server.account.password }
  const { id } = await server.ask<{ id: string }>('POST', '/users', { ...guest, role: 'reader' })
  await server.ask('PUT', `/users/${id}/sharing-tags`, { sharingTagId: tag.id, accessMode: 'deny' })
  try {
    const { page } = await visit(server, { as: guest })
    const settled = watchRequests(page)
    for (const path of ['/', '/libraries/all', '/libraries/all?show=books&view=list', '/search?q=akai']) {
      await page.goto(server.origin + path)
      await settled()
      expect(await page.getByText(/Akai Ito/).count(), path).toBe(0)
    }
    await page.goto(`${server.origin}/libraries/all`)
    await page.getByRole('link', { name: /^Field Notes/ }).waitFor()
    for (const path of [`/series/${denied.seriesId}`, `/books/${denied.id}`, `/read/${denied.id}`]) {
      await page.goto(server.origin + path)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    await page.goto(`${server.origin}/admin/users`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('akai')
    await page.getByText('No results for “akai”.').waitFor()
  } finally {
    await server.ask('DELETE', `/admin/sharing-tags/${tag.id}`)
  }
})
