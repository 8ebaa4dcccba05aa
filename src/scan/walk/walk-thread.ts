import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { Met } from './found.ts'
import { type Packed, pack } from './pack-entries.ts'
import { type LibraryRules, rulesOf } from './path-rules.ts'
import { walk } from './walk.ts'

export interface WalkOrder {
  root: string
  /** The folder to walk, relative; '' for all. */
  from: string
  /** Only the files in it. */
  isShallow?: boolean
  rules: LibraryRules
}

export type ToWalk = WalkOrder | 'more'
export type WalkMessage = { met: Packed } | { done: true } | { error: string; code?: string }

/** One walk after the other, as they are ordered. */
const port = parentPort!
const BATCH = 1000
const BATCHES_AHEAD = 4
let credit = 0
port.on('message', (message: ToWalk) => {
  if (message === 'more') {
    credit++
    return
  }
  credit = BATCHES_AHEAD
  run(message).catch((error: NodeJS.ErrnoException) => say({ error: error.message, code: error.code }))
})

async function run({ root, from, isShallow, rules }: WalkOrder): Promise<void> {
  let met: Met[] = []
  const send = async () => {
    while (credit <= 0) await once(port, 'message')
    credit--
    say({ met: pack(met) })
    met = []
  }
  for await (const some of walk({ root, from, isShallow, ...rulesOf(rules) })) {
    for (const one of some) met.push(one)
    if (met.length >= BATCH) await send()
  }
  if (met.length > 0) await send()
  say({ done: true })
}

function say(message: WalkMessage): void {
  port.postMessage(message)
}
