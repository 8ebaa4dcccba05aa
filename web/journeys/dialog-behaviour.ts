import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { watchRequests } from '../../scripts/wait-for-requests.ts'
import type { JourneyServer } from './journey-server.ts'
import { tour } from './tour.ts'

/** How a dialog is opened: the button that has the focus afterwards, and the entry of its menu, if it has one. */
export interface DialogOpener {
  path: string
  button: (page: Page) => Locator
  entry?: string | RegExp
  /** The label of a field: what was typed into it isn't thrown away without a question. */
  field?: string | RegExp
}

/** So that one fault doesn't use up the time of the whole test. */
const PATIENCE_MS = 10_000

export const buttonNamed = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first()

/** What each of these dialogs does wrong: it has a name, takes the focus, keeps it, and gives it back with Escape. */
export async function dialogFaults(server: JourneyServer, page: Page, openers: readonly DialogOpener[]) {
  const faults: string[] = []
  const settled = watchRequests(page)
  const paths = [...new Set(openers.map(({ path }) => path))]
  await tour(server, page, paths, async (path) => {
    for (const opener of openers.filter((each) => each.path === path)) {
      const fault = await faultOf(page, opener, settled).catch((error) => String(error).split('\n', 1)[0]!)
      if (fault) faults.push(`${path} ${opener.button(page)} ${opener.entry ?? ''}: ${fault}`)
    }
  })
  return faults
}

async function faultOf(page: Page, opener: DialogOpener, settled: () => Promise<void>): Promise<string | undefined> {
  const button = opener.button(page)
  const dialog = await open(page, opener)
  // What it lists is there.
  await settled()
  if (!(await dialog.evaluate(isNamed))) return 'it has no name'
  const isInside = () => dialog.evaluate((box) => box.contains(document.activeElement))
  await expect.poll(isInside, { message: 'it takes the focus' }).toBe(true)
  for (const key of [...Array<string>(12).fill('Tab'), ...Array<string>(3).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    if (!(await isInside())) return `${key} leaves it`
  }
  if (opener.field !== undefined) await expectQuestion(page, dialog.getByLabel(opener.field).first())
  else await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached', timeout: PATIENCE_MS })
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const [label, text] = [await button.getAttribute('aria-label'), await button.textContent()]
  await expect.poll(focused, { message: 'it gives the focus back', timeout: PATIENCE_MS }).toBe(label ?? text)
}

async function open(page: Page, { button, entry }: DialogOpener): Promise<Locator> {
  await button(page).focus({ timeout: PATIENCE_MS })
  await page.keyboard.press('Enter')
  if (entry !== undefined) {
    const item = page.getByRole('menuitem', { name: entry, exact: true })
    // At once: while it opens, the menu focuses its first entry.
    await item.press('Enter', { timeout: PATIENCE_MS })
  }
  const dialog = page.getByRole('dialog').last()
  await dialog.waitFor({ timeout: PATIENCE_MS })
  return dialog
}

const isNamed = (box: HTMLElement | SVGElement): boolean => {
  const label =
    box.getAttribute('aria-label') ?? document.getElementById(box.getAttribute('aria-labelledby') ?? '')?.textContent
  return Boolean(label?.trim())
}

/** Escape asks; another Escape goes back to the typed text; Discard closes. */
async function expectQuestion(page: Page, field: Locator): Promise<void> {
  await field.fill('Typed by accident')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await page.keyboard.press('Escape')
  await question.waitFor({ timeout: PATIENCE_MS })
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached', timeout: PATIENCE_MS })
  expect(await field.inputValue()).toBe('Typed by accident')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
}
