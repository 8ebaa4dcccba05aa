import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Benchmark } from '../harness/bench.ts'
import { startChild, stopChild } from '../harness/child.ts'
import { median } from '../harness/compare-under-load.ts'
import { startServer } from '../harness/lectern.ts'
import { memoryOf } from '../harness/process-usage.ts'
import { filledDataFolder } from '../sample-data/filled-data-folder.ts'

/** A start with an existing database, and the memory of the idle server. */
export const startup: Benchmark = {
  name: 'start',
  about: 'Start and rest',
  async run({ sizes, folder, row }) {
    const dataDir = await filledDataFolder(folder, sizes.rows[0]!)
    const seen: { ms: number; memory: number; bareMs: number; bareMemory: number }[] = []
    for (let round = 0; round < sizes.starts; round++) {
      const bare = await startChild([bareServer, folder], (line) => line.startsWith('{'))
      const { child, ms } = await startServer(dataDir)
      await sleep(sizes.restSeconds * 1000)
      const [memory, bareMemory] = [memoryOf(child.pid!).now, memoryOf(bare.child.pid!).now]
      await Promise.all([stopChild(child), stopChild(bare.child)])
      seen.push({ ms, memory, bareMs: bare.ms, bareMemory })
    }
    const best = (name: 'ms' | 'bareMs') => Math.min(...seen.map((one) => one[name]))
    const usual = (name: 'memory' | 'bareMemory') => median(seen.map((one) => one[name]))
    row({
      part: 'start',
      what: `start to listening, database of ${sizes.rows[0]!.toLocaleString('en')} books`,
      measured: { value: best('ms'), unit: 'ms' },
      baseline: { what: 'empty Fastify server', value: best('bareMs'), unit: 'ms' },
      target: { of: 'measured', atMost: 1500 },
      bound: { atMost: 25 },
      more: { seen },
    })
    row({
      part: 'start',
      what: `memory at rest, ${sizes.restSeconds} s after the start`,
      measured: { value: usual('memory'), unit: 'MB' },
      baseline: { what: 'empty Fastify server', value: usual('bareMemory'), unit: 'MB' },
      // If the wait is shorter than the server needs to release memory, the figure means nothing.
      target: sizes.restSeconds >= 45 ? { of: 'measured', atMost: 100 } : undefined,
      bound: { atMost: 5 },
    })
  },
}

const bareServer = fileURLToPath(new URL('../baseline/server.ts', import.meta.url))
