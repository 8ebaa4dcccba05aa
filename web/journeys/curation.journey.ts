import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBook, type JourneyServer, openFilledServer, rescanDeep, visit } from './journey-server.ts'

// A separate server: titles and lists change for everybody here.
let server: JourneyServer
beforeAll(async () => {
  server = await openFilledServer()
})
afterAll(() => server?.close())

test('edited fields are locked, and a deep scan does not change them', async () => {
  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'Edit series' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Lights of the Harbor')
  await page.getByRole('button', { name: /^Unlock Title/ }).waitFor()
  const people = page.getByRole('group', { name: 'People', exact: true })
  await page.getByRole('button', { name: 'Add person' }).click()
  await people.getByRole('textbox').first().fill('Ada Pilot')
  const titles = page.getByRole('group', { name: 'Also known as' })
  for (const [index, title] of ['Taken away', 'Hafenlichter'].entries()) {
    await page.getByRole('button', { name: 'Add title' }).click()
    await titles
      .getByRole('textbox')
      .nth(2 * index)
      .fill('German')
    await titles
      .getByRole('textbox')
      .nth(2 * index + 1)
      .fill(title)
  }
  await page.getByRole('button', { name: 'Remove Taken away' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Lights of the Harbor' }).waitFor()

  await rescanDeep(server)
  await page.reload()
  await page.getByRole('heading', { name: 'Lights of the Harbor' }).waitFor()
  await page.getByText('Hafenlichter').waitFor()
  await page.getByText('Ada Pilot').first().waitFor()
  expect(await page.getByText('Taken away').count()).toBe(0)
})

test('a session that ends during an edit loses nothing: the dialog to sign in leaves the page as it is', async () => {
  const { seriesId } = await findBook(server, 'Akai Ito Vol. 1')
  const { page, context } = await visit(server)
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'Edit series' }).click()
  await page.getByLabel('Summary', { exact: true }).fill('Typed before the session ended.')
  await context.clearCookies()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByText('Your changes are still here').waitFor()
  await dialog.getByRole('textbox', { name: 'Username or email' }).fill(server.account.username)
  const password = dialog.locator('input[name="password"]')
  await password.fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByText('Wrong username or password.').waitFor()
  await password.fill(server.account.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Summary', { exact: true }).inputValue()).toBe('Typed before the session ended.')
  await save.click()
  await page.getByRole('main').getByText('Typed before the session ended.').waitFor()
  // What tells of the session is the dialog alone.
  expect(await page.getByText('This requires a token').count()).toBe(0)
})

test('a series is added to a new collection and a book marked as read without leaving the page', async () => {
  const { seriesId } = await findBook(server, 'Akai Ito Vol. 1')
  const { page } = await visit(server)
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'More actions: Akai Ito', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add to collection' }).click()
  await page.getByLabel('Collection name').fill('Threads')
  // A double click still creates one collection.
  await page.getByRole('button', { name: 'Create' }).dblclick()
  await page.getByText('Added to “Threads”.').waitFor()

  await page.getByRole('button', { name: 'More actions: Akai Ito', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mark as read' }).click()
  await expect
    .poll(() => server.ask<{ unreadCount: number }>('GET', `/series/${seriesId}`).then((it) => it.unreadCount))
    .toBe(0)
  await page.goto(`${server.origin}/collections`)
  await page.getByRole('link', { name: 'Threads, 1 series' }).click()
  await page.getByRole('link', { name: /^Akai Ito/ }).waitFor()
})

test('a review is written without stars, and stays when stars are given and removed', async () => {
  const { seriesId } = await findBook(server, 'Akai Ito Vol. 1')
  const { page } = await visit(server)
  const own = () => server.ask<{ rating: number | null; notes: string } | null>('GET', `/series/${seriesId}/rating`)
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('textbox', { name: 'My review' }).fill('A red thread.\n\nRead it twice.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'My review' }).waitFor()
  await page.getByText('Read it twice.').waitFor()
  // The page shows it while it is being saved.
  await expect.poll(own).toMatchObject({ rating: null, notes: 'A red thread.\n\nRead it twice.' })

  const stars = page.getByRole('radiogroup', { name: 'My rating' })
  for (const rating of [80, null]) {
    // The right half of the fourth star.
    await stars.click({ position: { x: 68, y: 9 } })
    await expect.poll(own).toMatchObject({ rating, notes: expect.stringContaining('twice') })
  }
  await page.reload()
  await page.getByText('Read it twice.').waitFor()
  await page.getByRole('button', { name: 'Edit review' }).click()
  await page.getByRole('textbox', { name: 'My review' }).fill(' ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Write a review' }).waitFor()
  await expect.poll(own).toBeNull()
})

test('filters are part of the address, and Back restores them', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByRole('link', { name: /^Field Notes/ }).waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('button', { name: 'Japanese: not filtered. Press to include.' }).click()
  await page.getByRole('button', { name: '1 series' }).click()
  expect(page.url()).toContain('language=ja')
  await page.getByRole('link', { name: /^Akai Ito/ }).click()
  await page.getByRole('heading', { name: 'Books' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Remove filter Japanese' }).waitFor()
  expect(await page.getByRole('link', { name: /^Field Notes/ }).count()).toBe(0)
})

test('search shows results while typing, and Enter opens the first', async () => {
  const { page } = await visit(server)
  await page.goto(server.origin)
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('history rain')
  await page
    .getByRole('option', { name: /A History of Rain/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'A History of Rain' }).waitFor()
})

test.each([
  [1440, 'en'],
  [820, 'en'],
  [1100, 'de'],
])('at %d pixels (%s) nothing is cut off in the bar of a selection', async (width, language) => {
  const { page } = await visit(server, { width, language })
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByRole('link', { name: /^Field Notes/ }).waitFor()
  await page.getByRole('button', { name: language === 'de' ? 'Auswählen' : 'Select', exact: true }).click()
  await page.getByRole('link', { name: /^Field Notes/ }).click()
  const bar = page.getByRole('region', { name: /^1 / })
  const isWhole = () =>
    bar.evaluate((it) => {
      const words = [...it.querySelectorAll<HTMLElement>('button:not([hidden])')]
      return it.scrollWidth <= it.clientWidth + 1 && words.every((each) => each.scrollWidth <= each.clientWidth + 1)
    })
  await expect.poll(isWhole).toBe(true)
  const rail = await page.getByRole('navigation').first().boundingBox()
  expect((await bar.boundingBox())!.x).toBeGreaterThan(rail!.x + rail!.width)
})

test('editing several series changes only the ticked fields', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/libraries/all`)
  await page.getByRole('link', { name: /^Field Notes/ }).waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const name of [/^Field Notes/, /^The Long Way Home/]) await page.getByRole('link', { name }).click()
  const bar = page.getByRole('region', { name: '2 selected' })
  await bar.getByRole('button', { name: 'Edit' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit 2 series' })
  await sheet.getByLabel('Add Genres').fill('Quiet things')
  await page.keyboard.press('Enter')
  await sheet.getByLabel('Change Publisher').check()
  await sheet.getByLabel('Publisher', { exact: true }).fill('Two Doors')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved for 2 series.').waitFor()
  type Whole = {
    data: { genres: { name: string }[]; metadata: { publisher: string; locks: { publisher: boolean } } }[]
  }
  const { data } = await server.ask<Whole>('GET', '/series?full=true&genres=Quiet%20things')
  expect(data.map(({ metadata }) => [metadata.publisher, metadata.locks.publisher])).toEqual([
    ['Two Doors', true],
    ['Two Doors', true],
  ])
})

test('a list is browsed, selected from and edited by keyboard, and Back restores the view', async () => {
  const { page } = await visit(server)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.goto(`${server.origin}/libraries/all?view=grid`)
  await page.getByRole('link', { name: /^Field Notes/ }).waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByText('List', { exact: true }).click()
  await page.keyboard.press('Escape')
  const first = page.getByRole('link', { name: /^Akai Ito/ })
  await first.focus()
  await page.keyboard.press('ArrowDown')
  // A single tab stop for the whole list: Tab leaves it, and returns to the same item.
  const inList = () => page.evaluate(() => document.activeElement?.closest('[role="listitem"]')?.ariaPosInSet)
  expect(await inList()).toBe('2')
  await page.keyboard.press('Tab')
  expect(await inList()).toBeUndefined()
  await page.keyboard.press('Shift+Tab')
  expect(await inList()).toBe('2')
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Want to read' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toMatch(/^More actions: /)

  // Screen readers announce the new page.
  await page.getByRole('link', { name: 'Collections', exact: true }).first().press('Enter')
  await expect.poll(() => page.locator('[data-announcer]').textContent()).toBe('Collections · Lectern')
  await page.goBack()
  await first.waitFor()

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await first.click()
  await page.getByRole('link', { name: /^The Long Way Home/ }).click({ modifiers: ['Shift'] })
  await page.getByRole('region', { name: /^[3-9] selected/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: /selected/ }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByText('Cover size').waitFor()
  expect(page.url()).toContain('view=grid')
})
