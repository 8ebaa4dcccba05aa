import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileSource } from './file-source.ts'
import { ReadWindow } from './read-window.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-window-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('windows used in turn never return bytes of each other’s file', () => {
  const [a, b] = ['a', 'b'].map((letter) => {
    const path = join(folder, letter)
    writeFileSync(path, letter.repeat(1000))
    return new FileSource(path)
  }) as [FileSource, FileSource]
  try {
    const [first, second] = [new ReadWindow(a), new ReadWindow(b)]
    for (const offset of [0, 10, 20]) {
      expect(first.at(offset, 5).toString()).toBe('aaaaa')
      expect(second.at(offset, 5).toString()).toBe('bbbbb')
    }
  } finally {
    a.close()
    b.close()
  }
})
