import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('homebody')
})
afterAll(() => server?.close())

const rowNames = (page: Page) => page.locator('main section h2').allTextContents()
const openEditor = async (page: Page) => {
  await page.getByRole('button', { name: 'Customise home' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customise home' })
  await dialog.waitFor()
  return dialog
}

test('rows of every kind are added, ordered and removed by keyboard, and a list that is gone harms nothing', async () => {
  const comic = await findBook(server, 'Harbor Lights Vol. 1')
  const list = { shared: false }
  const condition = { title: { operator: 'beginsWith', value: 'Harbor' } }
  await server.ask('POST', '/collections', { ...list, name: 'By rule', condition })
  const gone = await server.ask<{ id: string }>('POST', '/readlists', { ...list, name: 'By hand', ids: [comic.id] })
  await server.ask('POST', '/saved-filters', {
    name: 'Comics only',
    target: 'books',
    query: { condition: { format: { operator: 'is', value: 'cbz' } } },
  })
  const { page } = await visit(server, { width: 390, height: 844 })
  await page.goto(server.origin)
  const dialog = await openEditor(page)
  for (const name of ['By rule', 'By hand', 'Comics only', 'Shelf', 'Random picks']) {
    await dialog.getByRole('combobox', { name: 'Add a row' }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
    await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor()
    expect(await dialog.getByRole('combobox', { name: 'Add a row' }).inputValue()).toBe('')
  }

  // Up to the top with the same key again and again, and once too often.
  const up = dialog.getByRole('button', { name: 'Move By rule up' })
  await up.focus()
  for (let pressed = 0; pressed < 7; pressed++) {
    await page.keyboard.press('Enter')
    await page.waitForTimeout(50)
  }
  expect(await up.evaluate((button) => document.activeElement === button)).toBe(true)
  expect(await dialog.getByRole('listitem').first().textContent()).toContain('By rule')

  await dialog.getByRole('button', { name: 'Remove New series' }).press('Enter')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Remove By hand')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => rowNames(page))
    .toEqual(['By rule', 'Recently added', 'Recently updated', 'By hand', 'Comics only', 'Shelf', 'Random picks'])

  await server.ask('DELETE', `/readlists/${gone.id}`)
  await page.reload()
  await expect.poll(() => rowNames(page)).not.toContain('By hand')

  // Nothing left to show: the page says what to do, and is not taken for an empty library.
  await server.ask('PUT', '/user/preferences/home.rows', { value: [`readlist:${gone.id}`, 'forgotten'] })
  await page.reload()
  await page.getByRole('heading', { name: 'Your home page is empty' }).waitFor()
  const again = await openEditor(page)
  await again.getByText('Read lists: no longer available').waitFor()
  await again.getByRole('button', { name: 'Reset to default' }).click()
  await again.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
})

test('what is removed from Continue reading by keyboard leaves the focus on the next card', async () => {
  for (const title of ['Harbor Lights Vol. 1', 'Akai Ito Vol. 1']) {
    const { id } = await findBook(server, title)
    await server.ask('PUT', `/books/${id}/progress`, { currentPage: 2 })
  }
  const { page } = await visit(server, { width: 1280 })
  await page.goto(server.origin)
  const row = page.getByRole('region', { name: 'Continue reading' })
  await expect.poll(() => row.getByRole('listitem').count()).toBe(2)
  const remaining = await row.getByRole('listitem').last().getByRole('heading').textContent()

  await row.getByRole('link').first().focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Remove from Continue reading' }).press('Enter')
  await expect.poll(() => row.getByRole('listitem').count()).toBe(1)
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent)
  await expect.poll(focused).toContain(remaining)
})
