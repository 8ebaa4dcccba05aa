import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openSharedServer, visit } from './journey-server.ts'

let server: JourneyServer
beforeAll(async () => {
  server = await openSharedServer('browser')
})
afterAll(() => server?.close())

test('a name leads to everything of that person', async () => {
  const book = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/series/${book.seriesId}`)
  const writer = await server.ask<{ metadata: { authors: { name: string }[] } }>('GET', `/series/${book.seriesId}/full`)
  const name = writer.metadata.authors[0]!.name
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page
    .getByRole('link', { name: /^Harbor Lights/ })
    .first()
    .waitFor()
  await page.getByRole('navigation', { name }).getByRole('link', { name: 'Books' }).click()
  await page
    .getByRole('link', { name: /^Harbor Lights/ })
    .first()
    .waitFor()
})

test('of many people and tags the first are shown, the others by a button', async () => {
  const book = await findBook(server, 'Field Notes')
  const names = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index + 1}`)
  await server.ask('PATCH', `/books/${book.id}/metadata`, {
    authors: names(20, 'Writer').map((name) => ({ name, role: 'writer' })),
  })
  await server.ask('PUT', `/books/${book.id}/tags`, { tags: names(300, 'tag') })
  const { page } = await visit(server)
  await page.goto(`${server.origin}/books/${book.id}`)
  await page.getByRole('link', { name: 'Writer 8', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Writer 9', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: '12 more' }).click()
  await page.getByRole('button', { name: '268 more' }).click()
  expect(await page.getByRole('link', { name: /^tag \d+$/ }).count()).toBe(300)
  await page.getByRole('link', { name: 'Writer 20', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Writer 20' }).waitFor()
})

test('a story arc is read in its order', async () => {
  const book = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/books/${book.id}`)
  await page.getByText('The Night Ferry').waitFor()
  await page.getByRole('link', { name: /^(The Long Winter|Signal Fires)$/ }).click()
  await page.getByText('Story arc', { exact: true }).waitFor()
  const tabs = await page.getByRole('link', { name: 'Story order' }).boundingBox()
  const view = await page.getByRole('button', { name: 'View' }).boundingBox()
  expect(view!.y, 'beside the tabs').toBeLessThan(tabs!.y + tabs!.height)
  await page
    .getByRole('link', { name: /^Harbor Lights/ })
    .first()
    .waitFor()
})

test('a character leads to everything they are in, from the page of a book and from the palette', async () => {
  const book = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/books/${book.id}`)
  await page.getByRole('link', { name: 'Mara Quill', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Mara Quill' }).waitFor()
  await page.getByText('Character', { exact: true }).waitFor()
  await page
    .getByRole('link', { name: /^Harbor Lights/ })
    .first()
    .waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or type a command' }).fill('night ferry')
  await page.getByRole('option', { name: /^The Night Ferry/ }).click()
  await page.getByText('Team', { exact: true }).waitFor()
  await page.getByRole('navigation', { name: 'The Night Ferry' }).getByRole('link', { name: 'Books' }).click()
  await page
    .getByRole('link', { name: /^Harbor Lights/ })
    .first()
    .waitFor()
})

test('somebody who edits says what is related, and both series show it', async () => {
  const one = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/series/${one.seriesId}`)
  await page.getByRole('button', { name: 'Add related series' }).click()
  const editor = page.getByRole('dialog', { name: 'Related series' })
  await editor.getByLabel('Search series').fill('Paper Boats')
  await editor.getByRole('button', { name: /^Paper Boats/ }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const related = page.getByRole('region', { name: 'Related series' })
  await related.getByRole('link', { name: 'Paper Boats, Sequel' }).click()
  await page
    .getByRole('region', { name: 'Related series' })
    .getByRole('link', { name: /, Prequel$/ })
    .waitFor()
  const other = await findBook(server, 'Paper Boats')
  await server.ask('DELETE', `/series/${one.seriesId}/relations/${other.seriesId}`)
})

test('the palette opens pages and settings, does things, and remembers what was looked for', async () => {
  const { page } = await visit(server)
  await page.goto(server.origin)
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
  const open = async () => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or type a command' })
    await field.waitFor()
    return field
  }
  let field = await open()
  await field.fill('scan shelf')
  await page.getByRole('option', { name: 'Scan Shelf', exact: true }).waitFor()
  expect(await field.getAttribute('aria-expanded')).toBe('true')
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toMatch(/scan-/)
  await field.fill('add user')
  await page.getByRole('option', { name: 'Add user', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/admin\/users\/new$/)

  field = await open()
  await field.fill('language')
  await page.getByRole('option', { name: /^Appearance and reading/ }).waitFor()
  await field.fill('settings')
  await page.getByRole('option', { name: 'Settings', exact: true }).click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/settings/)

  field = await open()
  await field.fill('paper boats')
  await page.getByRole('option', { name: /^All results/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('paper boats')
  await open()
  await page
    .getByRole('group', { name: 'Recent searches' })
    .getByRole('option', { name: 'paper boats', exact: true })
    .waitFor()
})

test('the palette also leads to the search inside books, if there is one', async () => {
  const { page } = await visit(server)
  await page.route('**/api/v1/libraries', async (route) => {
    const response = await route.fetch()
    const libraries = (await response.json()) as object[]
    await route.fulfill({ response, json: libraries.map((library) => ({ ...library, textSearch: true })) })
  })
  await page.goto(server.origin)
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or type a command' }).fill('a heron in the marsh')
  await page.getByText('No results for “a heron in the marsh”.').waitFor()
  await page.getByRole('option', { name: /^Inside books/ }).click()
  await page.waitForURL(/in=text/)
})

test('letters typed right after Ctrl-K are in the field, however long the palette takes to load', async () => {
  const { page } = await visit(server)
  await page.goto(server.origin)
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
  const held: (() => Promise<void>)[] = []
  await page.route('**/assets/command-palette-*.js', (route) => void held.push(() => route.continue()))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const go of held) await go()
  const field = page.getByRole('combobox', { name: 'Search or type a command' })
  await field.waitFor()
  await page.keyboard.type(' theme')
  expect(await field.inputValue()).toBe('dark theme')
  await page.getByRole('option', { name: /^Theme: Lamp/ }).waitFor()
})

test('what a page shows is saved as a collection that follows it, with the person the page is about', async () => {
  const { page } = await visit(server)
  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  const { metadata } = await server.ask<{ metadata: { authors: { name: string; role: string }[] } }>(
    'GET',
    `/series/${seriesId}/full`,
  )
  const writer = metadata.authors.find(({ role }) => role === 'writer')!.name
  await page.goto(`${server.origin}/browse/person?name=${encodeURIComponent(writer)}&readStatus=unread`)
  const cards = page.getByRole('main').getByRole('listitem')
  await cards.getByRole('link', { name: /^Harbor Lights/ }).waitFor()
  const shown = await cards.first().getAttribute('aria-setsize')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByLabel('Filter name').fill('Unread of one writer')
  await page.getByRole('button', { name: 'Save as collection' }).click()
  await page.getByText('updates automatically').waitFor()
  const { data } = await server.ask<{ data: { name: string; seriesCount: number }[] }>('GET', '/collections')
  const made = data.find(({ name }) => name === 'Unread of one writer')
  expect(String(made?.seriesCount)).toBe(shown)
})

test('the filter of a list is changed where it was made, and saved to the list', async () => {
  const { page } = await visit(server)
  const condition = { allOf: [{ readStatus: { operator: 'is', value: 'read' } }] }
  const list = { name: 'Changing', shared: false, condition }
  const { id } = await server.ask<{ id: string }>('POST', '/collections', list)
  await page.goto(`${server.origin}/collections/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Change filter' }).click()
  const bar = page.getByRole('region', { name: 'Change filter' })
  await bar.getByText('“Changing”').waitFor()
  await page.getByRole('button', { name: 'Remove filter Read', exact: true }).click()
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unread' }).click()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**/collections/${id}`)
  await page.getByRole('link', { name: /^Harbor Lights/ }).waitFor()
  const changed = await server.ask<{ condition: unknown }>('GET', `/collections/${id}`)
  expect(changed.condition).toEqual({ allOf: [{ readStatus: { operator: 'is', value: 'unread' } }] })
})

test('a plain reader is offered only what they may do, a phone begins with what was looked for, and nothing typed is lost', async () => {
  const account = { username: 'plain-browser', password: server.account.password }
  await server.ask('POST', '/users', { ...account, role: 'reader' })
  const { page } = await visit(server, { as: account, width: 390, height: 800 })
  await page.goto(`${server.origin}/search`)
  await page.getByRole('searchbox').fill('harbor')
  await page.getByRole('searchbox').press('Enter')
  await page
    .getByRole('link', { name: /^Harbor Lights/ })
    .first()
    .waitFor()
  await page.goto(`${server.origin}/search`)
  await page.getByRole('region', { name: 'Recent searches' }).getByRole('link', { name: 'harbor' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(server.origin)
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or type a command' })
  await field.fill('home')
  await page.getByRole('option', { name: 'Home', exact: true }).waitFor()
  await field.fill('user')
  await page.getByRole('option', { name: /^All results/ }).waitFor()
  expect(await page.getByRole('option', { name: 'Add user', exact: true }).count()).toBe(0)
  expect(await page.getByRole('option', { name: 'Users', exact: true }).count()).toBe(0)
  // No series has this name, but many books do.
  await page.goto(`${server.origin}/search?q=vol`)
  await page.getByText('No series matches “vol”.').waitFor()
  await page.getByRole('link', { name: /^\d+ books$/ }).click()
  await page.waitForURL(/in=books/)
  await page.goto(`${server.origin}/settings/profile`)
  await page.getByRole('textbox', { name: 'Email' }).fill('plain@example.org')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
})

test('cards are reached, read and edited by keyboard and by a finger, and a reload stays where one was', async () => {
  const { page } = await visit(server, { width: 820, height: 600 })
  await page.goto(`${server.origin}/libraries/all?view=grid`)
  const cards = page.getByRole('main').getByRole('listitem')
  await cards.first().getByRole('link').focus()
  const place = () => page.evaluate(() => document.activeElement?.closest('[role="listitem"]')?.ariaPosInSet)
  await page.keyboard.press('ArrowRight')
  await expect.poll(place).toBe('2')
  await page.keyboard.press('Control+End')
  const total = await cards.first().getAttribute('aria-setsize')
  await expect.poll(place).toBe(total)
  // Scrolled out of view it keeps the focus, and the next key continues from there.
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, -5000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await place()).toBe(total)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(place).toBe(String(Number(total) - 1))
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Read', exact: true }).waitFor()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Summary', exact: true }).fill('Something new')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const at = await page.evaluate(() => scrollY)
  expect(at).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), at)).toBeLessThan(3)

  const phone = await visit(server, { width: 390, height: 800 })
  await phone.page.goto(`${server.origin}/libraries/all?view=grid`)
  const card = phone.page.getByRole('main').getByRole('article').first()
  await card.getByRole('link').waitFor()
  const box = (await card.boundingBox())!
  const finger = await phone.context.newCDPSession(phone.page)
  const touchPoints = [{ x: box.x + 40, y: box.y + 60 }]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  const menu = phone.page.getByRole('menu')
  await menu.waitFor()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await menu.getByRole('menuitem', { name: 'Select', exact: true }).tap()
  await phone.page.getByRole('region', { name: /^1 selected/ }).waitFor()
})

test('a small part that cannot be loaded is left out of the page, and comes when it is wanted again', async () => {
  const book = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server)
  // As if the app had just been reloaded because of it.
  await page.addInitScript(() => sessionStorage.setItem('lectern-reloaded', String(Date.now())))
  const parts = /\/assets\/(star-rating|item-menu)-[^/]+\.js$/
  const rating = page.waitForEvent('requestfailed', (request) => request.url().includes('/star-rating-'))
  await page.route(parts, (route) => route.abort())
  await page.goto(`${server.origin}/books/${book.id}`)
  await rating
  const title = page.getByRole('heading', { level: 1, name: 'Harbor Lights Vol. 1' })
  const more = page
    .getByRole('main')
    .getByRole('button', { name: /^More actions/ })
    .first()
  await more.click()
  await page.getByText('The server isn’t responding.').first().waitFor()
  expect(await title.isVisible()).toBe(true)
  await page.unroute(parts)
  await expect
    .poll(async () => {
      await more.click()
      return page.getByRole('menu').isVisible()
    })
    .toBe(true)
})

test('closing the View menu by keyboard returns the focus to its button', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/libraries/all`)
  const button = page.getByRole('button', { name: 'View', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
  await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
})

test.each([1280, 390])('at %d pixels buttons stay in place when their menus open', async (width) => {
  const { page } = await visit(server, { width, height: 844 })
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByRole('link', { name: /^Field Notes/ }).waitFor()
  for (const name of [/’s account$/, /^Sorted by/, 'View']) {
    const button = page.getByRole('button', { name })
    const before = await button.boundingBox()
    await button.click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    expect([name, await button.boundingBox()]).toEqual([name, before])
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  }
})

test('whoever is signed in and opens a bookmark of a sign-in page comes to the home page', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/login`)
  await page.waitForURL(`${server.origin}/`)
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
})
