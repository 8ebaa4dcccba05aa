import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { StoredBookFile } from '../../store/scan/stored-book-files.ts'
import { compareWalkWithBooks, type Difference } from '../compare/compare-walk-with-books.ts'
import { type Disk, realDisk } from './disk.ts'
import { pathPredicatesOf } from './path-rules.ts'
import { walk } from './walk.ts'
import { comparePaths, type WalkEntry } from './walk-entry.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function tree(...paths: (string | Buffer)[]): string {
  const root = mkdtempSync(join(tmpdir(), 'lectern-walk-'))
  folders.push(root)
  for (const path of paths) {
    if (typeof path === 'string') {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), path)
    } else writeFileSync(Buffer.concat([Buffer.from(`${root}/`), path]), 'x')
  }
  return root
}

const predicates = pathPredicatesOf({ allowedFormats: ['cbz', 'cbr', 'epub', 'pdf'], excludedPatterns: [] })
async function meet(
  root: string,
  more: { disk?: Disk; from?: string; isShallow?: boolean } = {},
): Promise<WalkEntry[]> {
  const met: WalkEntry[] = []
  for await (const some of walk({ root, ...predicates, ...more })) met.push(...some)
  return met
}
const filesOf = (met: WalkEntry[]) => met.flatMap((one) => (one.kind === 'file' ? [one.file.path] : []))

describe('a walk', () => {
  it('finds books in the byte order of their paths, and ignores other files', async () => {
    const root = tree(
      'b/1.cbz',
      'b-c.epub',
      'b.pdf',
      'a/x/2.CBR',
      'a.txt',
      '.x/3.cbz',
      'b/4.cbz.part',
      'b/😀.cbz',
      'b/\uffee.cbz',
    )
    expect(filesOf(await meet(root))).toEqual(['a/x/2.CBR', 'b-c.epub', 'b.pdf', 'b/1.cbz', 'b/\uffee.cbz', 'b/😀.cbz'])
  })
  it('can stay in one folder', async () => {
    const root = tree('a/1.cbz', 'a/b/2.cbz', 'c/3.cbz')
    expect(filesOf(await meet(root, { from: 'a' }))).toEqual(['a/1.cbz', 'a/b/2.cbz'])
    expect(filesOf(await meet(root, { from: 'a', isShallow: true }))).toEqual(['a/1.cbz'])
  })
  it('notes metadata beside the books', async () => {
    const root = tree('a/1.cbz', 'a/series.json', 'b/metadata.opf')
    const sidecars = (await meet(root)).filter((one) => one.kind === 'sidecar')
    expect(sidecars.map((one) => one.path)).toEqual(['a/series.json', 'b/metadata.opf'])
  })
  it('follows links inside the library once, and none that lead out of it or in a circle', async () => {
    const outside = tree('secret.cbz')
    const root = tree('real/1.cbz')
    symlinkSync(join(root, 'real'), join(root, 'again'))
    symlinkSync(root, join(root, 'real/circle'))
    symlinkSync(outside, join(root, 'out'))
    symlinkSync(join(outside, 'secret.cbz'), join(root, 'out.cbz'))
    symlinkSync(join(root, 'nowhere'), join(root, 'broken.cbz'))
    const met = await meet(root)
    expect(filesOf(met)).toEqual(['again/1.cbz', 'real/1.cbz'])
    const odd = met.filter((one) => one.kind === 'odd').map((one) => one.path)
    expect(odd).toEqual(expect.arrayContaining(['out/', 'out.cbz', 'broken.cbz']))
  })
  it('reports names that are not valid text, and continues', async () => {
    const root = tree('good.cbz', Buffer.from([0x62, 0xe4, 0x64, 0x2e, 0x63, 0x62, 0x7a]), 'real \ufffd.cbz')
    const met = await meet(root)
    expect(filesOf(met)).toEqual(['good.cbz', 'real \ufffd.cbz'])
    expect(met.filter((one) => one.kind === 'odd')).toHaveLength(1)
  })
  it('reports the folders that could not be read', async () => {
    const root = tree('a/1.cbz', 'b/2.cbz', 'c/3.cbz')
    const disk: Disk = { ...realDisk, list: (folder) => (folder.endsWith('/b/') ? denied() : realDisk.list(folder)) }
    const met = await meet(root, { disk })
    expect(filesOf(met)).toEqual(['a/1.cbz', 'c/3.cbz'])
    expect(met.filter((one) => one.kind === 'unreadable')).toEqual([
      { kind: 'unreadable', path: 'b/', reason: 'EACCES' },
    ])
  })
  const notAsRoot = process.getuid?.() === 0 ? { skip: true, meta: { lacks: 'root may open every folder' } } : {}
  it('reports a folder that it has no permission to open', notAsRoot, async () => {
    const root = tree('a/1.cbz', 'b/2.cbz')
    chmodSync(join(root, 'b'), 0)
    expect((await meet(root)).some((one) => one.kind === 'unreadable')).toBe(true)
    chmodSync(join(root, 'b'), 0o755)
  })
  it('reads many entries at once if the disk is slow, and keeps the order', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `a/${String(n).padStart(3, '0')}.cbz`)
    const root = tree(...names)
    let later = 0
    const disk: Disk = {
      ...realDisk,
      stat: (path) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
        return realDisk.stat(path)
      },
      statLater: (path) => {
        later++
        return realDisk.statLater(path)
      },
    }
    expect(filesOf(await meet(root, { disk }))).toEqual(names)
    expect(later).toBeGreaterThan(50)
  })
})

describe('comparing', () => {
  const name = fc.stringMatching(/^[a-c./ -]{1,3}$|^😀$|^\uffee$/).filter((text) => !/^\.*$|\//.test(text))
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.cbz`)
  const book = (one: string, id: number): StoredBookFile => ({
    id,

    path: one,
    size: 1,
    mtime: 1,
    inode: '1',
    isDeleted: false,
    isUnanalysed: false,
  })

  it('two sorted lists yields exactly what only one of them contains', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(path),
        fc.uniqueArray(path),
        fc.integer({ min: 1, max: 4 }),
        async (disk, known, size) => {
          const files = [...disk].sort(comparePaths)
          const books = [...known].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map(book)
          const found = await differences(chunks(files.map(met), size), chunks(books, size))
          const paths = (kind: string) =>
            found.flatMap((one) =>
              one.kind !== kind ? [] : 'book' in one ? [one.book.path] : 'file' in one ? [one.file.path] : [],
            )
          expect(paths('appeared').sort()).toEqual(disk.filter((one) => !known.includes(one)).sort())
          expect(paths('vanished').sort()).toEqual(known.filter((one) => !disk.includes(one)).sort())
          expect(paths('changed')).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('does not report books below an unreadable folder as missing, but all others', async () => {
    const books = ['a/1.cbz', 'b/1.cbz', 'b/c/2.cbz', 'b-/3.cbz', 'd/4.cbz'].sort(comparePaths).map(book)
    const walked: WalkEntry[] = [met('a/1.cbz'), { kind: 'unreadable', path: 'b/', reason: 'EACCES' }]
    const found = await differences([walked], [books])
    expect(found.flatMap((one) => (one.kind === 'vanished' ? [one.book.path] : []))).toEqual(['b-/3.cbz', 'd/4.cbz'])
  })
})

function met(path: string): WalkEntry {
  return { kind: 'file', file: { path, size: 1, mtime: 1, inode: '1' } }
}

async function differences(walked: WalkEntry[][], known: StoredBookFile[][]): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const compared of compareWalkWithBooks(each(walked), each(known))) found.push(...compared.differences)
  return found
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  for (const one of list) yield one
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
}

function denied(): never {
  throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
}
