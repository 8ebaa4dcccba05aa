import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, openPlace, type Place, visit } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place?.close())

test('from the very first visit to the first page: account, folder, scan, reading, and the place on the home page', async () => {
  const { page } = await visit(place, { signedIn: false })
  await page.goto(place.origin)

  await page.getByRole('heading', { name: 'Welcome to Lectern' }).waitFor()
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByRole('heading', { name: 'Your first library' }).waitFor()
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  const dialog = page.getByRole('dialog')
  const at = (path: string) => dialog.getByText(path, { exact: true }).waitFor()
  // The picker begins in the home folder of whoever runs the server; from there one goes up first.
  await dialog.getByRole('button', { name: 'Use this folder' }).waitFor()
  for (const higher = dialog.getByRole('button', { name: 'One folder up' }); await higher.isVisible(); ) {
    await higher.click()
    await page.waitForTimeout(700)
  }
  let path = ''
  for (const folder of place.library.split('/').filter(Boolean)) {
    await dialog.getByRole('button', { name: folder, exact: true }).click()
    path += `/${folder}`
    await at(path)
  }
  await page.getByRole('button', { name: 'Use this folder' }).click()
  await page.getByText('This is what would come out').waitFor()
  await page.getByText('Akai Ito').first().waitFor()
  await page.getByRole('button', { name: 'Add library and scan' }).click()

  await page.getByRole('heading', { name: 'All books are in' }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Go to your library' }).click()
  await page.getByRole('heading', { name: 'Recently added' }).waitFor()

  await page
    .getByRole('link', { name: /^Akai Ito, v01/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Read', exact: true }).click()
  await page.getByAltText('Page 1 of 9').waitFor()
  await page.keyboard.press('d')
  // A manga is read to the left: the left arrow goes on, and the second page stands to the right of the third.
  await page.keyboard.press('ArrowLeft')
  await page.getByAltText('Page 2 of 9').waitFor()
  const [second, third] = await Promise.all(
    [2, 3].map((number) => page.getByAltText(`Page ${number} of 9`).boundingBox()),
  )
  expect(second!.x).toBeGreaterThan(third!.x)
  await page.waitForTimeout(1500)
  await page.keyboard.press('Escape')

  await page.goto(place.origin)
  await page.getByRole('heading', { name: 'Continue reading' }).waitFor()
  await page.getByText(/Page 3 of 9/).waitFor()
})

test('whoever is not signed in is asked to, and brought back to where they wanted to go', async () => {
  const { page } = await visit(place, { signedIn: false })
  await page.goto(`${place.origin}/collections`)
  await page.getByLabel('Username or e-mail').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Username or password is not right.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Collections' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/collections')

  await page.getByLabel('Account of ada').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
