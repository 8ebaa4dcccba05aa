import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { makeManual } from '../../test/fixtures/make-manual.ts'
import { fillServer } from './global-setup.ts'
import { findBook, type JourneyServer, openEmptyServer } from './journey-server.ts'

/** A server with a PDF of forty pages. */
export interface ManualServer {
  server: JourneyServer
  id: string
  open(page: Page, number?: number): Promise<void>
  /** Without the settings of earlier tests: upright pages, scrolled. */
  openWithDefaults(page: Page, number: number): Promise<void>
}

export async function openServerWithManual(): Promise<ManualServer> {
  const server = await openEmptyServer()
  await mkdir(join(server.library, 'Manuals'))
  await writeFile(
    join(server.library, 'Manuals', 'Manual.pdf'),
    makeManual({ pages: 40, photosOn: [2], darkPages: [3] }),
  )
  await fillServer(server.ask, server.library)
  const { id } = await findBook(server, 'Manual')

  async function open(page: Page, number = 1) {
    await page.goto(`${server.origin}/read/${id}?incognito=1&page=${number}`)
    await textOf(page, number).getByText('The quick brown fox').waitFor()
  }

  async function openWithDefaults(page: Page, number: number) {
    // Some settings are saved only when an earlier page closes.
    const isDefault = async () => {
      for (const key of ['reader.pdf', `reader.pdf.${id}`])
        await server.ask('PUT', `/user/preferences/${key}`, { value: {} })
      await open(page, number)
      const box = await page.locator(`[data-page="${number}"]`).boundingBox()
      return box !== null && box.height > box.width && (await visibilityOf(page, number + 1)) === 'visible'
    }
    await expect.poll(isDefault).toBe(true)
  }
  return { server, id, open, openWithDefaults }
}

export const textOf = (page: Page, number: number) => page.locator(`[data-text-of="${number}"]`)

/** The label of the page the reader is on. */
export const named = (page: Page) => page.getByLabel('Go to page').last().inputValue()

export const visibilityOf = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"]`).evaluate((element) => getComputedStyle(element).visibility)
