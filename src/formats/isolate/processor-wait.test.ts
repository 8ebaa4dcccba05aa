import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { processorWaitMs } from './processor-wait.ts'

test.runIf(process.platform === 'linux')('tells how long a thread waited while others had the processors', async () => {
  const spin = 'for (const end = Date.now() + 1500; Date.now() < end; );'
  const others = Array.from({ length: availableParallelism() * 2 }, () => new Worker(spin, { eval: true }))
  try {
    await Promise.all(others.map((each) => new Promise((started) => each.once('online', started))))
    const [began, waited, cpu] = [performance.now(), processorWaitMs(), cpuMs()]
    while (performance.now() - began < 600);
    const idleMs = performance.now() - began - (cpuMs() - cpu)
    expect(idleMs).toBeGreaterThan(50)
    // The rest is other reasons to pause, such as page faults.
    expect(processorWaitMs() - waited).toBeGreaterThan(idleMs * 0.8)
    expect(processorWaitMs() - waited).toBeLessThan(idleMs + 20)
  } finally {
    await Promise.all(others.map((each) => each.terminate()))
  }
})

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
