import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const isGlibc =
  process.platform === 'linux' && 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header

const onlyWithGlibc = isGlibc ? {} : { skip: true, meta: { lacks: 'only glibc gives memory back when asked' } }

test('what was freed between things in use is handed back, and nobody is warned', onlyWithGlibc, () => {
  const script = `
    import { trimMemory } from '${new URL('./trim-memory.ts', import.meta.url)}'
    const pieces = Array.from({ length: 20_000 }, () => Buffer.allocUnsafeSlow(4000).fill(1))
    globalThis.kept = pieces.filter((_, index) => index % 100 === 0)
    pieces.length = 0
    gc()
    gc()
    const before = process.memoryUsage.rss()
    trimMemory()
    console.log(before - process.memoryUsage.rss())`
  const args = ['--expose-gc', '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(Number(stdout)).toBeGreaterThan(10e6)
})
