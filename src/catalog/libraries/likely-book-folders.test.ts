import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { countBooksInFolder, likelyBookFolders, mountPointsIn } from './likely-book-folders.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-places-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const name of ['a.cbz', 'Series/1.epub', 'Series/Deep/2.PDF', 'Series/cover.jpg', '.trash/3.cbz', '4.zip']) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), '')
  }
})

test('books are counted in every folder below, hidden ones and other files are not', async () => {
  expect(await countBooksInFolder(root)).toEqual({ count: 4, isMore: false })
  expect(await countBooksInFolder(join(root, 'nothing'))).toEqual({ count: 0, isMore: false })
})

test('links are not followed, so that nothing is counted twice or for ever', async () => {
  symlinkSync(root, join(root, 'Series', 'again'))
  symlinkSync(join(root, 'a.cbz'), join(root, 'b.cbz'))
  expect(await countBooksInFolder(root)).toEqual({ count: 4, isMore: false })
})

test('counting stops at a limit and reports that there are more', async () => {
  expect(await countBooksInFolder(root, { books: 2 })).toEqual({ count: 2, isMore: true })
  expect(await countBooksInFolder(root, { books: 4 })).toEqual({ count: 4, isMore: false })
  expect(await countBooksInFolder(root, { depth: 1 })).toEqual({ count: 3, isMore: true })
  expect(await countBooksInFolder(root, { entries: 1 })).toEqual({ count: 2, isMore: true })
  expect(await countBooksInFolder(root, { ms: 0 })).toEqual({ count: 0, isMore: true })
  expect(await countBooksInFolder(root, { signal: AbortSignal.abort() })).toEqual({ count: 0, isMore: true })
})

test('each folder is suggested once, only a few in all, and never the whole disk', () => {
  const mounted = Array.from({ length: 50 }, (_, n) => `/mnt/${n}`)
  const places = likelyBookFolders(['/home/ada', ...mounted], '/home/ada')
  expect(places.filter((place) => place === '/home/ada')).toHaveLength(1)
  expect(places.length).toBeLessThanOrEqual(16)
  expect(likelyBookFolders([], '/')).not.toContain('/')
})

test('shares and drives are found in the table of the system', () => {
  const table = [
    'proc /proc proc rw 0 0',
    '/dev/sda1 / ext4 rw 0 0',
    '//nas/books /srv/my\\040books cifs rw 0 0',
    'nas:/comics /comics nfs4 rw 0 0',
    '/dev/sdb1 /media/ada/Stick vfat rw 0 0',
    'tmpfs /mnt/tools tmpfs rw 0 0',
  ].join('\n')
  expect(mountPointsIn(table)).toEqual(['/srv/my books', '/comics', '/media/ada/Stick'])
})
