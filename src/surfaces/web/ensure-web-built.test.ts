import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureWebBuilt, hashWebSources } from './ensure-web-built.ts'

let root: string
let said: string[]
let runs: number

beforeEach(async () => {
  said = []
  runs = 0
  root = await mkdtemp(join(tmpdir(), 'lectern-build-'))
  await mkdir(join(root, 'web', 'src'), { recursive: true })
  await writeFile(join(root, 'web', 'index.html'), '<html></html>')
  await writeFile(join(root, 'web', 'src', 'main.ts'), 'one')
  await writeFile(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rm(root, { recursive: true }))

const ensure = (code = 0) =>
  ensureWebBuilt({
    root,
    say: (line) => said.push(line),
    run: async (_, out) => {
      runs += 1
      await mkdir(out, { recursive: true })
      await writeFile(join(out, 'main.js'), 'built')
      return { code, output: 'some error' }
    },
  })

test('a missing build is made once, and reported before and after', async () => {
  expect(await ensure()).toBe(join(root, 'web', 'dist'))
  await ensure()
  expect(runs).toBe(1)
  expect(said).toEqual([expect.stringContaining('missing'), expect.stringContaining('built in')])
})

test('a changed source or package makes it stale, a changed test does not', async () => {
  await ensure()
  await writeFile(join(root, 'web', 'src', 'main.test.ts'), 'test')
  await ensure()
  expect(runs).toBe(1)
  await writeFile(join(root, 'web', 'src', 'main.ts'), 'two')
  await ensure()
  expect(runs).toBe(2)
  await writeFile(join(root, 'package-lock.json'), '{"x":1}')
  await ensure()
  expect(runs).toBe(3)
  expect(said[2]).toContain('out of date')
})

test('a failed build is reported and tried again at the next start', async () => {
  await ensure(1)
  expect(said).toEqual([expect.stringContaining('missing'), expect.stringContaining('some error')])
  await ensure(0)
  expect(runs).toBe(2)
})

test('several that build at once leave one whole interface and nothing else', async () => {
  await Promise.all([ensure(), ensure(), ensure()])
  expect((await readdir(join(root, 'web'))).sort()).toEqual(['dist', 'index.html', 'src'])
  expect((await readdir(join(root, 'web', 'dist'))).sort()).toEqual(['.stamp', 'main.js'])
})

test('what was built does not count as a source', async () => {
  const before = await hashWebSources(root)
  await mkdir(join(root, 'web', 'dist'))
  await writeFile(join(root, 'web', 'dist', 'main.js'), 'built')
  expect(await hashWebSources(root)).toBe(before)
})
