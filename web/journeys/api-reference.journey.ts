import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('scripter')
})
afterAll(() => server?.close())

test('an operation is found, read and tried with a key, on a phone', async () => {
  const made = await server.ask<{ key: string }>('POST', '/api-keys', { name: 'Trial', permissions: ['LibrariesRead'] })
  const { page } = await visit(server, { width: 390, height: 844, as: null })
  await page.goto(`${server.origin}/api/docs`)
  await page.getByRole('searchbox', { name: 'Search operations' }).fill('get /api/v1/libraries list')
  await page.locator('#getLibraries > summary').click()
  await page.locator('#getLibraries').getByRole('button', { name: 'Send' }).click()
  await page.locator('#getLibraries .output').getByText('401').waitFor()
  await page.getByRole('textbox', { name: 'API key to try with' }).fill(made.key)
  await page.locator('#getLibraries').getByRole('button', { name: 'Send' }).click()
  await page.locator('#getLibraries .output').getByText('"Shelf"').waitFor()
  expect(await page.locator('#getLibraries .command code').textContent()).not.toContain(made.key)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(made.key)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a link opens its operation, fields open into each other, and axe finds nothing', async () => {
  const { page } = await visit(server, { bypassCSP: true, as: null })
  await page.goto(`${server.origin}/api/docs#getLibraries`)
  await page.locator('#getLibraries').getByRole('heading', { name: 'Responses' }).waitFor()
  const field = page.locator('#getLibraries .more .fields > li', { hasText: 'scanningConfig' }).first()
  await field.locator('.more > summary').first().click()
  await field.getByText('cronSchedule', { exact: true }).first().waitFor()
  await page.addScriptTag({
    content: await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const faults = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }
      return (await axe.run()).violations.map(({ id }) => id)
    })
    expect(faults, colorScheme).toEqual([])
  }
})

test('the search of the help finds what fits best, and says when nothing does', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/help`)
  const field = page.getByRole('searchbox')
  await field.fill('forgotten restore backup')
  await page.getByRole('link', { name: /^Restore on the command line/ }).waitFor()
  await field.fill('qwertz')
  await page.getByText('Nothing found. Try another word.').waitFor()
})
