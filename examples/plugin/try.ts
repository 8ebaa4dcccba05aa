/** Starts the plugin as a server would, and prints what it answers. Any plugin: `node try.ts path/to/plugin.js`. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const script = process.argv[2] ?? new URL('./index.ts', import.meta.url).pathname
const child = spawn(process.execPath, [script], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map<number, (answer: unknown) => void>()
let last = 0

createInterface({ input: child.stdout }).on('line', (line) => {
  const { id, result, error } = JSON.parse(line) as { id: number; result?: unknown; error?: unknown }
  waiting.get(id)?.(error ?? result)
})

function call(method: string, params: object = {}): Promise<unknown> {
  const id = ++last
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  return new Promise((resolve) => waiting.set(id, resolve))
}

console.log('initialize', await call('initialize', { adminConfig: {} }))
console.log('search', await call('metadata/series/search', { query: 'paper moons' }))
console.log('get', await call('metadata/series/get', { externalId: '2' }))
console.log('get, unknown', await call('metadata/series/get', { externalId: '99' }))
await call('shutdown')
