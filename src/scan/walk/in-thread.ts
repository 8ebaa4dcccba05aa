import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Met } from './found.ts'
import type { WalkMessage, WalkOrder } from './thread.ts'

/**
 * Walks in a thread of its own, so that a share that hangs holds up nothing but this walk, and the database works
 * while the disk does. The walk runs ahead of whoever listens by a few batches only: memory stays flat.
 */
export async function* walkInThread(order: WalkOrder, signal?: AbortSignal): AsyncGenerator<Met[]> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const waiting: WalkMessage[] = []
  let wake: () => void = () => {}
  const hear = (message: WalkMessage) => {
    waiting.push(message)
    wake()
  }
  worker.on('message', hear)
  worker.on('error', (error) => hear({ error: (error as Error).message }))
  worker.on('exit', () => hear({ error: 'the walk ended before its time' }))
  const onAbort = () => hear({ error: 'aborted' })
  signal?.addEventListener('abort', onAbort)
  try {
    for (;;) {
      const message = waiting.shift()
      if (!message) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      signal?.throwIfAborted()
      if ('error' in message) throw Object.assign(new Error(message.error), { code: message.code })
      if ('done' in message) return
      worker.postMessage('more')
      yield message.met
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    worker.removeAllListeners()
    worker.on('error', () => {})
    void worker.terminate()
    if (worker.threadId >= 0) void once(worker, 'exit').catch(() => {})
  }
}
