import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('keeper-of-keys')
})
afterAll(() => server?.close())

const everything = 21
/** What each preset must and must not be able to do, as in the specification. */
const presets = [
  { name: 'Full Access', permissions: everything, allowed: '/api/v1/users' },
  { name: 'Read Only', permissions: 5, allowed: '/api/v1/books', refused: '/api/v1/tasks' },
  { name: 'OPDS / Reader Apps', permissions: 6, allowed: '/api/v1/series', refused: '/api/v1/users' },
  { name: 'Automation', permissions: 4, allowed: '/api/v1/tasks', refused: '/api/v1/books' },
  { name: 'Mobile app', permissions: 5, allowed: '/api/v1/books', refused: '/api/v1/tasks' },
  { name: 'Metadata manager', permissions: 5, allowed: '/api/v1/series', refused: '/api/v1/api-keys' },
] as const

const bearing = (key: string, path: string) =>
  fetch(server.origin + path, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status)
const asBasic = (key: string, path: string) =>
  fetch(server.origin + path, { headers: { authorization: `Basic ${btoa(`api:${key}`)}` } }).then(
    ({ status }) => status,
  )

async function openKeys(page: Page) {
  await page.goto(`${server.origin}/settings`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
}

/** Fills in the form and reads the key from the panel, as a user would. */
async function createKey(page: Page, name: string, preset: string, more: () => Promise<void> = async () => {}) {
  await page.getByRole('link', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: new RegExp(`^${preset}`) }).click()
  await more()
  await page.getByRole('button', { name: 'Create key' }).click()
  const panel = page.getByRole('dialog', { name: `“${name}” is ready` })
  const key =
    (await panel
      .getByText(/^lectern_\w{8}_\w{43,}$/)
      .first()
      .textContent()) ?? ''
  return { panel, key }
}

test('a key of each preset has exactly its permissions and is refused once revoked', async () => {
  const { page } = await visit(server)
  await openKeys(page)
  for (const { name, permissions, allowed, ...more } of presets) {
    const { panel, key } = await createKey(page, `Key for ${name}`, name)
    // Only the button closes the panel, which is shown only once.
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'I’ve saved the key' }).click()
    expect(await bearing(key, allowed), name).toBe(200)
    if ('refused' in more) expect(await bearing(key, more.refused), name).toBe(403)

    const saved = await server.ask<{ id: string; name: string; permissions: string[] }[]>('GET', '/api-keys')
    expect(saved.find((each) => each.name === `Key for ${name}`)?.permissions).toHaveLength(permissions)
    await page
      .getByRole('listitem')
      .filter({ hasText: `Key for ${name}` })
      .getByText(name, { exact: true })
      .waitFor()

    await page.getByRole('button', { name: `Revoke “Key for ${name}”` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText(`“Key for ${name}” was revoked.`).waitFor()
    expect(await bearing(key, allowed), name).toBe(401)
  }
})

test('a custom key has the ticked permissions until the chosen day', async () => {
  const { page } = await visit(server)
  await openKeys(page)
  const { panel, key } = await createKey(page, 'Two things', 'Custom', async () => {
    expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)
    await page.getByLabel('See tasks').check()
    await page.getByLabel('See libraries').check()
    await page.getByRole('combobox', { name: 'Expiry' }).click()
    await page.getByRole('option', { name: '30 days' }).click()
  })
  await panel.getByRole('button', { name: 'I’ve saved the key' }).click()
  expect(await bearing(key, '/api/v1/tasks')).toBe(200)
  expect(await bearing(key, '/api/v1/books')).toBe(403)
  const [made] = await server.ask<{ permissions: string[]; expires_at: string }[]>('GET', '/api-keys')
  expect(made?.permissions).toEqual(['LibrariesRead', 'TasksRead'])
  const days = (Date.parse(made?.expires_at ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
})

test('the panel of a new key copies it and tests the connection as the app would', async () => {
  await server.ask('POST', '/admin/settings/compat_api.enabled/reset')
  const { page, context } = await visit(server)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin })
  await openKeys(page)
  const { panel, key } = await createKey(page, 'E-reader', 'OPDS / Reader Apps')
  await panel.getByRole('button', { name: 'Copy', exact: true }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await panel.getByRole('img', { name: 'QR code of the key' }).waitFor()
  for (const app of ['KOReader', 'OPDS 1.2', 'OPDS 2.0', 'Mihon', 'Komga apps', 'curl and scripts']) {
    await panel.getByText(app, { exact: true }).click()
    // The API for these apps is disabled by default.
    if (app === 'Mihon') await panel.getByRole('button', { name: 'Turn on' }).click()
    if (app === 'Mihon') await panel.getByRole('button', { name: 'Turn on' }).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Test connection' }).click()
    await panel.getByText(/^It works\./).waitFor()
  }
  expect(await asBasic(key, '/opds/v1.2/catalog')).toBe(200)
  await panel.getByRole('button', { name: 'I’ve saved the key' }).click()
  expect(await page.getByText(key).count()).toBe(0)
  await page
    .getByText(/^Last used/)
    .first()
    .waitFor()
})

test('a key is renamed and loses permissions while the app keeps using it', async () => {
  const { key } = await server.ask<{ key: string }>('POST', '/api-keys', {
    name: 'Old name',
    permissions: ['BooksRead', 'TasksRead'],
  })
  const { page } = await visit(server)
  await openKeys(page)
  await page.getByRole('link', { name: 'Edit “Old name”' }).click()
  await page.getByLabel('Name').fill('New name')
  await page.getByLabel('See tasks').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: /^New name/ }).waitFor()
  expect(await bearing(key, '/api/v1/books')).toBe(200)
  expect(await bearing(key, '/api/v1/tasks')).toBe(403)
})

test('nobody can create a key with more permissions than their own', async () => {
  const reader = { username: 'ben', password: server.account.password }
  await server.ask('POST', '/users', { ...reader, role: 'reader' })
  const { page } = await visit(server, { as: reader })
  await openKeys(page)
  await page.getByRole('link', { name: 'Create key' }).click()
  expect(await page.getByRole('radio', { name: /^Automation/ }).isDisabled()).toBe(true)
  await page.getByText(/Your account doesn’t have these permissions: .*Start, stop and clear tasks/).waitFor()
  await page.getByRole('radio', { name: /^Custom/ }).click()
  await page.getByLabel('Open pages').waitFor()
  expect(await page.getByLabel('See users').count()).toBe(0)
  // Administrator pages aren't even in the list.
  expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0)
})

test('a key is created and saved by keyboard alone', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/settings/profile/api-keys/new`)
  await page.getByRole('heading', { name: 'New API key' }).waitFor()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Tab')
  expect(await page.getByRole('radio', { name: /^OPDS/ }).getAttribute('aria-checked')).toBe('true')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: /^Automation/ }).getAttribute('aria-checked')).toBe('true')
  await page.getByRole('button', { name: 'Create key' }).press('Enter')
  const panel = page.getByRole('dialog', { name: '“By hand” is ready' })
  await panel.getByRole('button', { name: 'I’ve saved the key' }).press('Enter')
  await page.getByText('By hand').waitFor()
  expect(await panel.count()).toBe(0)
})
