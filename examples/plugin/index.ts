/**
 * A metadata provider in one file that answers from a built-in list. Lectern starts it, requests its manifest
 * (`initialize`), and then sends one JSON message per line. Everything it prints to stderr is shown on its page as its
 * log.
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
  configSchema: { fields: [{ key: 'publisher', label: 'Publisher', type: 'string', default: 'Example House' }] },
}

const known = [
  { externalId: '1', title: 'The Lighthouse Keepers', year: 2011, author: 'A. Mare', summary: 'Two keepers, one lamp.' },
  { externalId: '2', title: 'Paper Moons', year: 2019, author: 'B. Holt', summary: 'A town that folds its sky.' },
]

let config: Params = {}

/** Methods can be async: `fetch` a site here. Several may run at once; a response has the id of its request. */
const methods: Record<string, (params: Params) => unknown> = {
  initialize({ adminConfig }) {
    config = adminConfig as Params
    console.error(`[INFO] ready, with ${known.length} series`)
    return manifest
  },
  'metadata/series/search'({ query }) {
    const words = String(query).toLowerCase()
    const found = known.filter(({ title }) => title.toLowerCase().includes(words))
    return { results: found.map(({ author, ...one }) => ({ ...one, preview: { authors: [author] } })) }
  },
  'metadata/series/get'({ externalId }) {
    const one = known.find((each) => each.externalId === externalId)
    if (!one) throw Object.assign(new Error('There is no such series.'), { code: -32002 })
    return { ...one, authors: [{ name: one.author, role: 'author' }], publisher: config.publisher ?? 'Example House' }
  },
  ping: () => 'pong',
  shutdown: () => null,
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  const send = (answer: object) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  try {
    if (!methods[method]) throw Object.assign(new Error(`There is no method ${method}.`), { code: -32601 })
    send({ result: await methods[method](params) })
  } catch (error) {
    const { code = -32603, message } = error as Error & { code?: number }
    send({ error: { code, message } })
  }
  if (method === 'shutdown') process.exit(0)
})
