/**
 * A metadata provider in one file: answers from a list of its own. Lectern starts it, asks who it is (`initialize`), and
 * then sends one JSON message a line. Everything it prints to the error output is shown on its page as its log.
 */
import { createInterface } from 'node:readline'

type Params = Record<string, unknown>

const manifest = {
  name: 'example-provider',
  displayName: 'Example provider',
  version: '1.0.0',
  description: 'A sample provider that knows two series.',
  protocolVersion: '1.0',
  capabilities: { metadataProvider: ['series'] },
  configSchema: {
    fields: [{ key: 'publisher', label: 'Publisher', type: 'string', default: 'Example House', required: false }],
  },
}

const known = [
  { externalId: '1', title: 'The Lighthouse Keepers', year: 2011, authors: ['A. Mare'], summary: 'Two keepers, one lamp.' },
  { externalId: '2', title: 'Paper Moons', year: 2019, authors: ['B. Holt'], summary: 'A town that folds its sky.' },
]

let config: Params = {}

/** Each can be async: `fetch` a site here. Several may run at a time; each answer goes to whoever asked. */
const methods: Record<string, (params: Params) => unknown> = {
  async initialize(params) {
    config = (params.adminConfig as Params | undefined) ?? {}
    // Values that outlive a restart: up to 100 of 1 MiB each.
    const { data } = await ask<{ data: number | null }>('storage/get', { key: 'starts' })
    await ask('storage/set', { key: 'starts', data: (data ?? 0) + 1 })
    console.error(`[INFO] ready, start ${(data ?? 0) + 1}`)
    return manifest
  },
  ping: () => 'pong',
  async 'metadata/series/search'({ query }) {
    const words = String(query).toLowerCase()
    const found = known.filter((one) => one.title.toLowerCase().includes(words) || words.includes(one.title.toLowerCase()))
    const results = found.map(({ authors, summary: _, ...one }) => ({ ...one, alternateTitles: [], preview: { authors } }))
    return { results }
  },
  async 'metadata/series/get'({ externalId }) {
    const one = known.find((each) => each.externalId === externalId)
    if (!one) throw Object.assign(new Error(`There is no series ${String(externalId)}.`), { code: -32002 })
    const authors = one.authors.map((name) => ({ name, role: 'author' }))
    return { ...one, authors, publisher: config.publisher ?? 'Example House' }
  },
}

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** Asks the server. Its answers come between its questions: a message without a method is an answer. */
const asked = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
let lastId = 0
function ask<T>(method: string, params: Params): Promise<T> {
  send({ id: ++lastId, method, params })
  return new Promise<T>((resolve, reject) => asked.set(lastId, { resolve, reject }))
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params = {}, result, error } = JSON.parse(line)
  if (method === undefined) {
    if (error) asked.get(id)?.reject(new Error(error.message))
    else asked.get(id)?.resolve(result as never)
    asked.delete(id)
    return
  }
  try {
    const handle = methods[method]
    if (method === 'shutdown') send({ id, result: null })
    else if (!handle) send({ id, error: { code: -32601, message: `There is no method ${method}.` } })
    else send({ id, result: (await handle(params)) ?? null })
  } catch (error) {
    const { code = -32603, message } = error as Error & { code?: number }
    send({ id, error: { code, message } })
  }
  if (method === 'shutdown') process.exit(0)
})
