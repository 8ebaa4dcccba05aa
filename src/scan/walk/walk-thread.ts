import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { type PackedEntries, packEntries } from './pack-entries.ts'
import { type PathRules, pathPredicatesOf } from './path-rules.ts'
import { walk } from './walk.ts'
import type { WalkEntry } from './walk-entry.ts'

export interface WalkRequest {
  root: string
  /** The folder to walk, relative to the root; '' for all. */
  from: string
  /** Only the files directly in it. */
  isShallow?: boolean
  rules: PathRules
}

export type MessageToWalkThread = WalkRequest | 'more'
export type MessageFromWalkThread = { met: PackedEntries } | { done: true } | { error: string; code?: string }

/** Runs one walk after the other, as requested. */
const port = parentPort!
const BATCH = 1000
const BATCHES_AHEAD = 4
let credit = 0
port.on('message', (message: MessageToWalkThread) => {
  if (message === 'more') {
    credit++
    return
  }
  credit = BATCHES_AHEAD
  run(message).catch((error: NodeJS.ErrnoException) => post({ error: error.message, code: error.code }))
})

async function run({ root, from, isShallow, rules }: WalkRequest): Promise<void> {
  let met: WalkEntry[] = []
  const send = async () => {
    while (credit <= 0) await once(port, 'message')
    credit--
    post({ met: packEntries(met) })
    met = []
  }
  for await (const some of walk({ root, from, isShallow, ...pathPredicatesOf(rules) })) {
    for (const one of some) met.push(one)
    if (met.length >= BATCH) await send()
  }
  if (met.length > 0) await send()
  post({ done: true })
}

function post(message: MessageFromWalkThread): void {
  port.postMessage(message)
}
