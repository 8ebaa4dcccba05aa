import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newPackageDir } from '../plugin-folders.ts'
import { removeUnusedPackages } from './remove-unused-packages.ts'

it('removes leftovers of interrupted installs, but no package in use or being installed', async () => {
  const config = { data_dir: mkdtempSync(join(tmpdir(), 'lectern-packages-')) }
  onTestFinished(() => rmSync(config.data_dir, { recursive: true }))
  const make = (name: string, version: string, ending = '') => {
    const folder = join(config.data_dir, newPackageDir(name, version)) + ending
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    return folder
  }
  const used = make('metadata-openlibrary', '2.5.0')
  const left = [
    make('metadata-openlibrary', '2.6.0', '.1a2b3c4d'),
    make('metadata-openlibrary', '2.6.0'),
    make('.incoming', 'tarball'),
  ]
  expect(await removeUnusedPackages(config, [used, null])).toBe(0)
  const later = Date.now() + 11 * 60_000
  // The data folder may have been elsewhere when the plugin was installed.
  const asStored = used.replace(config.data_dir, '/somewhere/else')
  expect(await removeUnusedPackages(config, [asStored], later)).toBe(3)
  expect(existsSync(join(used, 'package.json'))).toBe(true)
  expect(left.map((folder) => existsSync(folder))).toEqual([false, false, false])
  expect(await removeUnusedPackages({ data_dir: '/nowhere' }, [])).toBe(0)
})
