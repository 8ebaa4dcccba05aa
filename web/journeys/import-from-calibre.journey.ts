import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { makeNovel } from '../../test/fixtures/make-novel.ts'
import { type JourneyServer, openFilledServer, visit } from './journey-server.ts'

// A separate server: an import affects everybody.
let server: JourneyServer
let calibre: string
let app: string
beforeAll(async () => {
  server = await openFilledServer()
  calibre = makeCalibreFolder()
  app = makeCalibreWeb()
})
afterAll(() => server?.close())

test('a Calibre folder becomes a library, is tried, imported and undone', async () => {
  const { page } = await visit(server)
  await read(page, calibre, /^Calibre$/)
  const before = await total('/books')
  await page.getByRole('button', { name: 'Create library' }).click()
  // Nothing comes by itself before a first import.
  await page.getByText('The library “calibre” was created and is being scanned.', { exact: true }).waitFor()
  await page.getByText('In the library “calibre”').waitFor()
  await expect.poll(() => total('/books'), { timeout: 60_000 }).toBe(before + 1)
  await page.getByRole('button', { name: 'Try it first' }).click()
  await page.getByRole('heading', { name: 'What would happen' }).waitFor({ timeout: 60_000 })
  await page.getByText('Nothing was changed.').waitFor()
  await importNow(page)
  await page.getByRole('row', { name: /^Ratings 1 / }).waitFor()
  await page.getByText('1 × Other tables:').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the full report' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
  const rated = () => server.ask<{ bookRatings: { rating: number }[] }>('GET', '/user/ratings')
  expect((await rated()).bookRatings).toMatchObject([{ rating: 80 }])

  await page.getByRole('button', { name: 'Undo the last import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the last import' }).click()
  await page.getByText('The import was undone').waitFor({ timeout: 60_000 })
  expect((await rated()).bookRatings).toEqual([])
})

test('on a phone: people and shelves of Calibre-Web, whose Kobo positions have a name', async () => {
  const { page } = await visit(server, { width: 390, height: 844 })
  await read(page, app, /^Calibre-Web/)
  await page.getByText('In the library “calibre”').waitFor()
  await page.getByText('Choose', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Account for marit' }).waitFor()
  await page.getByText('Everyone', { exact: true }).click()
  await importNow(page)
  await page.getByText(/^1 × Kobo positions: /).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(wide).toBe(false)
  const report = page.getByRole('region', { name: 'Report' })
  expect(await report.evaluate((section) => section.scrollWidth > section.clientWidth)).toBe(false)
  expect(await total('/users?search=marit')).toBe(1)
  expect(await total('/readlists')).toBe(1)

  // The other server goes on.
  const db = new DatabaseSync(app)
  db.exec(`insert into shelf values (2, 'second', 'High tide', 1, 1)`)
  db.close()
  const address = page.url()
  await page.getByText('To import what is new on the other server, read it again first.').waitFor()
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.waitForURL((url) => url.href !== address)
  await page.waitForURL(address)
  await importNow(page)
  await expect.poll(() => total('/readlists'), { timeout: 60_000 }).toBe(2)
})

const total = (path: string) => server.ask<{ total: number }>('GET', path).then((page) => page.total)

async function read(page: Page, path: string, heading: RegExp) {
  await page.goto(`${server.origin}/admin/imports`)
  await page.getByLabel('Path on this server').fill(path)
  await page.getByRole('button', { name: 'Read source' }).click()
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor({ timeout: 60_000 })
}

async function importNow(page: Page) {
  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('heading', { name: 'Report', exact: true }).waitFor({ timeout: 60_000 })
}

function makeCalibreFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'journey-')), 'calibre')
  const book = join(folder, 'Ada Pilot/Kelp (1)/Kelp - Ada Pilot.epub')
  mkdirSync(dirname(book), { recursive: true })
  writeFileSync(book, makeNovel('Kelp', ['One.', 'Two.']))
  const tables = {
    library_id: [{ id: 1, uuid: 'journey' }],
    books: [{ id: 1, uuid: 'kelp', title: 'Kelp', sort: 'Kelp', path: 'Ada Pilot/Kelp (1)', series_index: 1 }],
    data: [{ id: 1, book: 1, format: 'EPUB', name: 'Kelp - Ada Pilot', uncompressed_size: 1 }],
    books_authors_link: [{ id: 1, book: 1, author: 1 }],
    authors: [{ id: 1, name: 'Ada Pilot' }],
    ratings: [{ id: 1, rating: 8 }],
    books_ratings_link: [{ id: 1, book: 1, rating: 1 }],
    conversion_options: [{ id: 1, book: 1, format: 'EPUB' }],
  }
  makeForeignDatabase(tables, { name: 'metadata.db', folder, userVersion: 27 }).db.close()
  return folder
}

function makeCalibreWeb(): string {
  const tables = {
    settings: [{ config_calibre_dir: calibre, config_read_column: 0 }],
    user: [
      { id: 1, name: 'marit', email: 'marit@example.org', role: 258, password: 'scrypt:32768:8:1$s$00' },
      { id: 2, name: 'Guest', email: null, role: 32, password: '' },
    ],
    book_read_link: [{ id: 1, book_id: 1, user_id: 1, read_status: 1, last_modified: '2024-05-06 07:08:09' }],
    kobo_reading_state: [{ id: 1, user_id: 1, book_id: 1, last_modified: '2024-05-06 07:08:09' }],
    kobo_bookmark: [{ id: 1, kobo_reading_state_id: 1, progress_percent: null, location_source: 'x' }],
    shelf: [{ id: 1, uuid: 'shelf', name: 'Low tide', is_public: 1, user_id: 1 }],
    book_shelf_link: [{ id: 1, shelf: 1, book_id: 1, order: 1, date_added: null }],
  }
  const { path, db } = makeForeignDatabase(tables, { name: 'app.db' })
  db.close()
  return path
}
