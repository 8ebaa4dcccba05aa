import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeFileAtomically } from './write-file-atomically.ts'

test('concurrent writers of the same file do not disturb each other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-put-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a/cover.jpg')
  const bytes = Buffer.alloc(200_000, 7)
  await Promise.all(Array.from({ length: 8 }, () => writeFileAtomically(file, bytes)))
  expect(readFileSync(file).equals(bytes)).toBe(true)
  expect(readdirSync(join(folder, 'a'))).toEqual(['cover.jpg'])
  await expect(writeFileAtomically(join(file, 'below'), bytes)).rejects.toThrow()
})
