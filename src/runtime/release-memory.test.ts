import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { listReadOnlyMemoryMappings } from './release-memory.ts'

const isGlibc =
  process.platform === 'linux' && 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header

const onlyWithGlibc = isGlibc ? {} : { skip: true, meta: { lacks: 'only glibc gives memory back when asked' } }

test('memory freed between blocks in use is returned without a warning', onlyWithGlibc, () => {
  const script = `
    import { releaseMemory } from '${new URL('./release-memory.ts', import.meta.url)}'
    const pieces = Array.from({ length: 20_000 }, () => Buffer.allocUnsafeSlow(4000).fill(1))
    globalThis.kept = pieces.filter((_, index) => index % 100 === 0)
    pieces.length = 0
    gc()
    gc()
    const before = process.memoryUsage.rss()
    releaseMemory()
    console.log(before - process.memoryUsage.rss())`
  const args = ['--expose-gc', '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(Number(stdout)).toBeGreaterThan(10e6)
})

test('unmodified program pages are released, and the program continues', () => {
  const part = (head: string, anonymous: number) =>
    `${head}\nRss:   9 kB\nAnonymous:        ${anonymous} kB\nVmFlags: rd mr\n`
  const smaps = [
    part('00400000-04b20000 r-xp 00000000 fe:00 12                         /opt/node bin/node', 0),
    part('04b20000-04b30000 r--p 04720000 fe:00 12                         /opt/node bin/node', 8),
    part('04b30000-04b40000 rw-p 04730000 fe:00 12                         /opt/node bin/node', 0),
    part('7fab0000-7fac0000 r-xp 01627000 fe:00 12                         /opt/node bin/node', 0),
    part('ffff0000-ffff1000 r-xp 00000000 fe:00 13                         /usr/lib/libc.so.6', 0),
    part('ffff2000-ffff3000 r--p 00000000 00:00 0 ', 0),
  ].join('')
  expect([...listReadOnlyMemoryMappings(smaps, '/opt/node bin/node')]).toEqual([[0x400000n, 0x4b20000n]])
  // On 64-bit ARM there are gaps between them.
  const withGaps = [
    part('00400000-0081d000 r--p 00000000 fe:00 12                         /opt/node', 0),
    part('00820000-031d0000 r-xp 00420000 fe:00 12                         /opt/node', 0),
    part('031d0000-0706f000 r--p 02dd0000 fe:00 12                         /opt/node', 0),
    part('7fab0000-7fac0000 r-xp 00430000 fe:00 12                         /opt/node', 0),
  ].join('')
  expect([...listReadOnlyMemoryMappings(withGaps, '/opt/node')]).toEqual([
    [0x400000n, 0x81d000n],
    [0x820000n, 0x31d0000n],
    [0x31d0000n, 0x706f000n],
  ])

  const script = `
    import { releaseMemory } from '${new URL('./release-memory.ts', import.meta.url)}'
    for (let turn = 0; turn < 3; turn++) {
      releaseMemory()
      JSON.parse(JSON.stringify(new Intl.DateTimeFormat('de').format(new Date(0))))
    }
    console.log('well')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: 'well\n', stderr: '' })
})

const onlyOnLinux = process.platform === 'linux' ? {} : { skip: true, meta: { lacks: 'only Linux shows its mappings' } }

test(
  'what V8 maps for a thread is left alone: other memory lies there when the thread has ended',
  onlyOnLinux,
  async () => {
    const list = () => [...listReadOnlyMemoryMappings(readFileSync('/proc/self/smaps', 'latin1'), process.execPath)]
    const before = list()
    const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
    await new Promise((resolve) => worker.once('online', resolve))
    try {
      // Whether V8 maps anything here depends on where the system puts its code; the listing above has such a mapping.
      expect(list()).toEqual(before)
      expect(before).not.toEqual([])
    } finally {
      await worker.terminate()
    }
  },
)

test('ticks stay as cheap after memory was released as in a process that never releases any', () => {
  const nanosecondsOfTick = (release: string) => {
    const script = `
      import { releaseAllMemory } from '${new URL('./release-memory-when-idle.ts', import.meta.url)}'
      const doNothing = () => {}
      const run = async (ticks) => {
        const before = process.cpuUsage()
        for (let tick = 0; tick < ticks; tick++) process.nextTick(doNothing)
        await new Promise(setImmediate)
        const { user, system } = process.cpuUsage(before)
        return ((user + system) * 1000) / ticks
      }
      for (let turn = 0; turn < 30; turn++) await run(1)
      ${release}
      const times = []
      for (let turn = 0; turn < 60; turn++) times.push(await run(5000))
      console.log(Math.min(...times))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    return Number(stdout)
  }
  const usual = nanosecondsOfTick('')
  expect(usual).toBeGreaterThan(0)
  // Without the object that is kept, it is eight times as much.
  expect(nanosecondsOfTick('releaseAllMemory()')).toBeLessThan(4 * usual)
})
