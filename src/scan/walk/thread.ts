import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { type LibraryRules, rulesOf } from '../rules.ts'
import type { Met } from './found.ts'
import { walk } from './walk.ts'

export interface WalkOrder {
  root: string
  /** The folder to walk, relative; '' for all. */
  from: string
  /** Only the files in it. */
  isShallow?: boolean
  rules: LibraryRules
}

export type WalkMessage = { met: Met[] } | { done: true } | { error: string; code?: string }

const port = parentPort!
const { root, from, isShallow, rules } = workerData as WalkOrder
const BATCH = 1000
const BATCHES_AHEAD = 4
let credit = BATCHES_AHEAD
port.on('message', () => {
  credit++
})

async function run(): Promise<void> {
  let met: Met[] = []
  const send = async () => {
    while (credit <= 0) await once(port, 'message')
    credit--
    port.postMessage({ met } satisfies WalkMessage)
    met = []
  }
  for await (const some of walk({ root, from, isShallow, ...rulesOf(rules) })) {
    for (const one of some) met.push(one)
    if (met.length >= BATCH) await send()
  }
  if (met.length > 0) await send()
  port.postMessage({ done: true } satisfies WalkMessage)
}

run().catch((error: NodeJS.ErrnoException) => {
  port.postMessage({ error: error.message, code: error.code } satisfies WalkMessage)
})
