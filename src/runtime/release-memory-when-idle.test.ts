import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('large buffers are freed although nothing else was done since the start', () => {
  const script = `
    import { setTimeout } from 'node:timers/promises'
    import { Worker } from 'node:worker_threads'
    import { releaseMemoryWhenIdle } from '${new URL('./release-memory-when-idle.ts', import.meta.url)}'
    releaseMemoryWhenIdle(500)
    // What the start leaves is released first.
    await setTimeout(2000)
    const worker = new Worker(
      \`import { parentPort } from 'node:worker_threads'
      const pixels = new Uint8Array(300e6).fill(1)
      parentPort.postMessage(pixels, [pixels.buffer])\`,
      { eval: true },
    )
    const received = await new Promise((resolve) => worker.once('message', (pixels) => resolve(pixels.length)))
    const before = process.memoryUsage().external
    await setTimeout(3000)
    console.log(received, before > 300e6, process.memoryUsage().external < 100e6)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: '300000000 true true\n', stderr: '' })
})
