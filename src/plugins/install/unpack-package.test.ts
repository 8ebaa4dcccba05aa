import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { makeTar, type TarPart } from '../../../test/fixtures/make-tar.ts'
import { unpackPackage } from './unpack-package.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-unpack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const unpack = (...parts: TarPart[]) =>
  unpackPackage(gzipSync(makeTar([{ name: 'package/package.json', data: '{}' }, ...parts])), join(folder, 'package'))

it.each<[string, ...TarPart[]]>([
  ['outside its folder', { name: 'package/../../outside' }],
  ['at an absolute path', { name: '/outside' }],
  ['that is a link', { name: 'package/link', type: '2', link: '/etc' }],
  ['that is a device', { name: 'package/device', type: '3' }],
  ['that is a file and then a folder', { name: 'package/a' }, { name: 'package/a/b' }],
  ['that is a folder and then a file', { name: 'package/a/b' }, { name: 'package/a' }],
  ['twice', { name: 'package/a' }, { name: 'package/./a' }],
  [
    'with a name that is too long',
    { name: '././@LongLink', type: 'L', data: `package/${'a'.repeat(300)}\0` },
    { name: 'package/a' },
  ],
])('refuses an entry %s, and leaves nothing', async (_, ...parts) => {
  await expect(unpack(...parts)).rejects.toThrow('The package contains an entry that is not allowed: ')
  expect(readdirSync(folder)).toEqual([])
  expect(existsSync(join(folder, '../outside'))).toBe(false)
})
