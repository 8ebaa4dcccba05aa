import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { makeZip } from '../../test/fixtures/make-zip.ts'
import { buttonNamed, dialogFaults } from './dialog-behaviour.ts'
import { type JourneyServer, openFilledServer, visit } from './journey-server.ts'

// A separate server: an import affects everybody.
let server: JourneyServer
beforeAll(async () => {
  server = await openFilledServer()
})
afterAll(() => server?.close())

test('a zip of Kavita with covers: its folders are found, one person is merged, one is skipped', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/imports`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a file' }).click()
  await (await chooser).setFiles(await makeKavitaZip())
  await page.getByRole('heading', { name: /^Kavita/, level: 1 }).waitFor()
  // The folder is mapped: the library is recognised, and creating another isn't offered.
  await page.getByText('In the library “Shelf”').waitFor()
  expect(await page.getByRole('button', { name: 'Create library' }).count()).toBe(0)
  const folder = page.getByLabel('Folder on this server for /kavita/library', { exact: true })
  expect(await folder.inputValue()).toBe(server.library)

  await page.getByText('Choose', { exact: true }).click()
  const choose = async (person: string, option: string) => {
    const box = page.getByRole('combobox', { name: `Account for ${person}` })
    await box.click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  // Faster than the server answers: neither choice undoes the other.
  await page.route('**/admin/imports/*', async (route) => {
    if (route.request().method() === 'PATCH') await sleep(500)
    await route.continue()
  })
  await choose('guest', 'Skip')
  await choose('kid', server.account.username)
  const people = async () =>
    (await server.ask<{ options: { people: object } }[]>('GET', '/admin/imports'))[0]?.options.people
  // The account with the same name is suggested.
  await expect.poll(people).toEqual({ Ada: server.account.username, kid: server.account.username })

  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('heading', { name: 'Report' }).waitFor({ timeout: 60_000 })
  await page.getByRole('row', { name: 'Covers 1 0 0 0 0' }).waitFor()
  await page.getByText('1 × Users: The user wasn’t selected for import.').waitFor()

  const path = new URL(page.url()).pathname
  const openers = ['Import now', 'Undo the last import', 'Delete this import'].map((name) => ({
    path,
    button: buttonNamed(name),
  }))
  expect(await dialogFaults(server, page, openers)).toEqual([])
})

test('in another language: a file that is none, and a library at a path that was just typed', async () => {
  const { page } = await visit(server, { language: 'de' })
  await page.goto(`${server.origin}/admin/imports`)
  const file = join(mkdtempSync(join(tmpdir(), 'none-')), 'none.db')
  writeFileSync(file, 'no database at all')
  const read = async (path: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Datei hochladen' }).click()
    await (await chooser).setFiles(path)
  }
  await read(file)
  await page.getByText('Diese Datei ist keine SQLite-Datenbank.').waitFor()

  await page.goto(`${server.origin}/admin/imports`)
  await read(await makeKavitaZip({ folder: '/elsewhere', size: 1 }))
  const folder = page.getByLabel('Ordner auf diesem Server für /elsewhere', { exact: true })
  await folder.fill(join(tmpdir(), 'no-such-folder'))
  await page.getByRole('button', { name: 'Bibliothek anlegen' }).click()
  await page.getByText('Unter diesem Pfad gibt es auf dem Server keinen Ordner.').waitFor()
  await folder.fill(mkdtempSync(join(tmpdir(), 'typed-')))
  await page.getByRole('button', { name: 'Bibliothek anlegen' }).click()
  await page.getByText('In der Bibliothek „Comics“').waitFor()
  await page.getByRole('button', { name: 'Erst ausprobieren' }).click()
  await page.getByText('1 × Intelligente Filter: Gespeicherte Filter').waitFor({ timeout: 60_000 })

  const arabic = await visit(server, { language: 'ar' })
  await arabic.page.goto(page.url())
  const path = arabic.page.getByText('/elsewhere', { exact: true })
  expect(await path.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
})

test('an upload says how far it is, asks before it is lost, and can be stopped', async () => {
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/imports`)
  const before = await server.ask<unknown[]>('GET', '/admin/imports')
  const client = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow)
  const file = join(mkdtempSync(join(tmpdir(), 'upload-')), 'large.sqlite')
  writeFileSync(file, Buffer.alloc(8_000_000))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a file' }).click()
  await (await chooser).setFiles(file)
  const upload = page.getByRole('region', { name: 'Uploading “large.sqlite”…' })
  await upload.getByText(/^[1-9]\d?%$/).waitFor()

  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: 'Stop the upload?' })
  await question.getByText('nothing is imported').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await upload.getByRole('button', { name: 'Stop upload' }).click()
  await upload.waitFor({ state: 'detached' })
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(new URL(page.url()).pathname).toMatch(/\/admin\/imports$/)
  expect(await server.ask<unknown[]>('GET', '/admin/imports')).toHaveLength(before.length)

  await client.send('Network.emulateNetworkConditions', { ...slow, offline: true })
  const again = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a file' }).click()
  await (await again).setFiles(file)
  await page.getByRole('main').getByRole('alert').getByText('The server isn’t responding').waitFor()
})

async function makeKavitaZip({ folder = '/kavita/library', size = 0 } = {}): Promise<string> {
  const books = readdirSync(join(server.library, 'Harbor Lights'))
  const user = (Id: number, UserName: string) => ({
    Id,
    UserName,
    PasswordHash: 'AQAAAAIAAYagAAAAEA==',
    ApiKey: `k${Id}`,
  })
  const { path, db } = makeForeignDatabase(
    {
      __EFMigrationsHistory: [{ MigrationId: '20260601000000_X', ProductVersion: '10.0.9' }],
      AspNetUsers: [user(1, 'Ada'), user(2, 'kid'), user(3, 'guest')],
      Library: [{ Id: 1, Name: 'Comics', Type: 0 }],
      FolderPath: [{ Id: 1, Path: folder, LibraryId: 1 }],
      AppUserSmartFilter: [{ Id: 1, AppUserId: 1, Name: 'New', Filter: 'x' }],
      Series: [
        {
          Id: 10,
          LibraryId: 1,
          Name: 'Harbor Lights',
          FolderPath: `${folder}/Harbor Lights`,
          CoverImage: 'series10.png',
          CoverImageLocked: 1,
        },
      ],
      Volume: [{ Id: 20, SeriesId: 10, MinNumber: 1 }],
      Chapter: books.map((_, n) => ({ Id: n + 1, VolumeId: 20, Pages: 9 })),
      MangaFile: books.map((name, n) => ({
        Id: n + 1,
        ChapterId: n + 1,
        FilePath: `${folder}/Harbor Lights/${name}`,
        Bytes: size || statSync(join(server.library, 'Harbor Lights', name)).size,
        Pages: 9,
        Format: 1,
      })),
      AppUserProgresses: [{ AppUserId: 3, ChapterId: 1, PagesRead: 5, LastModifiedUtc: '2024-02-02 10:00:00' }],
    },
    { name: 'kavita.db' },
  )
  db.close()
  const picture = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
  const zip = join(mkdtempSync(join(tmpdir(), 'kavita-zip-')), 'kavita.zip')
  const entries = [
    { name: 'config/kavita.db', data: readFileSync(path) },
    { name: 'config/covers/series10.png', data: picture },
  ]
  writeFileSync(zip, makeZip(entries))
  return zip
}
