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

const methods: Record<string, (params: Params) => unknown> = {
  initialize(params) {
    config = (params.adminConfig as Params | undefined) ?? {}
    console.error('[INFO] ready')
    return manifest
  },
  ping: () => 'pong',
  'metadata/series/search'({ query }) {
    const words = String(query).toLowerCase()
    const found = known.filter((one) => one.title.toLowerCase().includes(words) || words.includes(one.title.toLowerCase()))
    return {
      results: found.map(({ externalId, title, year, authors }) => ({
        externalId,
        title,
        year,
        alternateTitles: [],
        preview: { authors, genres: [] },
      })),
    }
  },
  'metadata/series/get'({ externalId }) {
    const one = known.find((each) => each.externalId === externalId)
    if (!one) throw Object.assign(new Error(`There is no series ${String(externalId)}.`), { code: -32002 })
    const { authors, ...rest } = one
    const publisher = config.publisher ?? 'Example House'
    return { ...rest, publisher, authors: authors.map((name) => ({ name, role: 'author' })), alternateTitles: [] }
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line) as { id: number; method: string; params?: Params }
  const answer = (more: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...more })}\n`)
  try {
    const handle = methods[method]
    if (method === 'shutdown') answer({ result: null })
    else if (!handle) answer({ error: { code: -32601, message: `There is no method ${method}.` } })
    else answer({ result: handle(params) ?? null })
  } catch (error) {
    const { code = -32603, message } = error as Error & { code?: number }
    answer({ error: { code, message } })
  }
  if (method === 'shutdown') process.exit(0)
})
