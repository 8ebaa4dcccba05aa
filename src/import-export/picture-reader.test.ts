import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { pictureReader } from './open-import-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-import-pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('reads the pictures in the folder of a database, and none that a link leads to elsewhere', () => {
  mkdirSync(join(folder, 'theirs', 'covers'), { recursive: true })
  mkdirSync(join(folder, 'secrets'))
  writeFileSync(join(folder, 'theirs', 'covers', 'own.jpg'), 'own')
  writeFileSync(join(folder, 'secrets', 'key.jpg'), 'secret')
  symlinkSync(join(folder, 'secrets', 'key.jpg'), join(folder, 'theirs', 'covers', 'file.jpg'))
  symlinkSync(join(folder, 'secrets'), join(folder, 'theirs', 'folder'))
  symlinkSync('covers/own.jpg', join(folder, 'theirs', 'inside.jpg'))
  symlinkSync(join(folder, 'theirs'), join(folder, 'by-link'))
  for (const root of ['theirs', 'by-link']) {
    const read = pictureReader(join(folder, root))
    const textOf = (path: string) => Buffer.from(read(path) ?? []).toString()
    expect(['covers/own.jpg', 'inside.jpg'].map(textOf)).toEqual(['own', 'own'])
    const outside = ['covers/file.jpg', 'folder/key.jpg', '../secrets/key.jpg', join(folder, 'secrets', 'key.jpg')]
    expect([...outside, 'covers', 'nowhere.jpg'].map(textOf)).toEqual(['', '', '', '', '', ''])
  }
})
