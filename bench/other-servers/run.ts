import { availableParallelism, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { median } from '../harness/compare-under-load.ts'
import { Driver, type LoadResult } from '../harness/load-driver.ts'
import {
  apis,
  ask,
  type KnownBook,
  pathBelow,
  type RowName,
  rowNames,
  type Server,
  type ServerName,
} from './servers.ts'

const usage = `npm run bench -- rivals --lectern URL --lectern-auth HEADER [options]

Asks Lectern and other servers that are running over the same folder the same questions, in turn and round after round,
and prints one table of ratios. Only comics (CBZ, CBR) that all of them have are asked for. Progress writes change how
far the owner of the credential has read.

  --lectern http://host:port    and so for --codex and --komga; or LECTERN_URL, CODEX_URL, KOMGA_URL
  --lectern-auth HEADER         such as 'X-API-Key: …'; and so for the others; or LECTERN_AUTH, CODEX_AUTH, KOMGA_AUTH
  --rounds 5 --seconds 2        how long
  --connections 8               how many ask at once`

const MAX_BOOKS = 100
/** Servers list books in different orders; with more than 20,000, there may be none that all of them listed. */
const MAX_LIST_PAGES = 40
const COMIC = /\.(cbz|cbr)$/i
const names = Object.keys(apis) as ServerName[]
const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(names.flatMap((name) => [name, `${name}-auth`]).map((name) => [name, { type: 'string' }])),
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '8' },
  } as Record<string, { type: 'string' | 'boolean'; short?: string; default?: string }>,
})
if (values.help) {
  console.log(usage)
  process.exit()
}
const given = (name: string): string | undefined =>
  (values[name] as string | undefined) ?? process.env[name.replace('-', '_').toUpperCase()] ?? undefined
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number) as [
  number,
  number,
  number,
]
if (![rounds, seconds, connections].every((number) => number > 0))
  throw new Error('--rounds, --seconds and --connections are numbers above zero')

const servers = names.flatMap((name) => {
  const url = given(name) ?? process.env[`${name.toUpperCase()}_URL`]
  return url ? [serverOf(name, url)] : []
})
const lectern = servers.find(({ name }) => name === 'lectern')
if (!lectern || servers.length < 2)
  throw new Error('Give the address of Lectern and of at least one other: --lectern URL --codex URL --komga URL')

const shared = await findSharedBooks()
const page = Math.min(3, ...[...shared.values()].flat().map(({ pages }) => pages))
const driver = new Driver()
const seen = new Map<string, LoadResult[]>()
try {
  for (const row of Object.keys(rowNames) as RowName[]) {
    // The first round is a warm-up.
    for (let round = -1; round < rounds; round++) {
      for (const server of servers) {
        const result = await measure(server, row, round)
        if (round >= 0) seen.set(`${row} ${server.name}`, [...(seen.get(`${row} ${server.name}`) ?? []), result])
      }
    }
  }
} finally {
  driver.close()
}
await printTable()

function serverOf(name: ServerName, url: string): Server {
  const base = URL.parse(url)
  if (base?.protocol !== 'http:') throw new Error(`--${name} must be an address that starts with http://`)
  const auth = given(`${name}-auth`)
  const [, header, value] = /^([\w-]+):\s*(.+)$/.exec(auth ?? '') ?? []
  if (!header || !value)
    throw new Error(`--${name}-auth must be a header, such as "X-API-Key: …" or "Authorization: Bearer …"`)
  return { name, base, headers: { [header.toLowerCase()]: value } }
}

/** The same comics on all servers, by their file names, so that all do the same work. Not all serve pages of ebooks. */
async function findSharedBooks(): Promise<Map<ServerName, KnownBook[]>> {
  const known = new Map<ServerName, KnownBook[]>()
  for (const server of servers) {
    const books = await readBooks(server)
    known.set(
      server.name,
      books.filter(({ file, pages }) => pages > 0 && COMIC.test(file)),
    )
  }
  const inAll = [...known.values()]
    .map((books) => new Set(books.map(({ file }) => file)))
    .reduce((left, right) => left.intersection(right))
  const chosen = [...inAll].sort().slice(0, MAX_BOOKS)
  if (chosen.length === 0) throw new Error('The servers have no comic in common: let them scan the same folder first.')
  return new Map(
    [...known].map(([name, books]) => [name, chosen.map((file) => books.find((book) => book.file === file)!)]),
  )
}

async function readBooks(server: Server): Promise<KnownBook[]> {
  const { books } = apis[server.name]
  const found: KnownBook[] = []
  for (let page = 0; page < MAX_LIST_PAGES; page++) {
    const next = books.of((await ask(server, books.ask(page))) as never)
    found.push(...next)
    if (next.length === 0) break
  }
  return found
}

function measure(server: Server, row: RowName, round: number): Promise<LoadResult> {
  const api = apis[server.name]
  // Another page in each round, so that a write always changes something.
  const asks = api.rows[row](shared.get(server.name)!, row === 'write' ? 1 + ((round + 1) % page) : page)
  return driver.runAnyhow({
    host: server.base.hostname,
    port: Number(server.base.port || 80),
    asks: asks.map((one) => ({
      ...one,
      path: pathBelow(server.base, one.path),
      headers: { ...server.headers, host: server.base.host },
    })),
    status: row === 'write' ? api.written : 200,
    connections,
    seconds,
  })
}

async function printTable(): Promise<void> {
  const versions = await Promise.all(
    servers.map(async (server) => {
      const { path, of } = apis[server.name].version
      const version = await ask(server, { path }).then(of, () => undefined)
      return `${server.name} ${version ?? '(version unknown)'}`
    }),
  )
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown kind'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const books = shared.get('lectern')!.length
  console.log(`${versions.join(', ')}; ${machine}; ${day}; ${books} books in turn, ${connections} connections.\n`)
  const rivals = servers.filter((server) => server !== lectern)
  const head = ['', 'lectern', ...rivals.flatMap(({ name }) => [name, `lectern / ${name}`])]
  const lines = (Object.keys(rowNames) as RowName[]).map((row) => {
    const own = speedOf(row, 'lectern')
    const beside = rivals.flatMap(({ name }) => {
      const other = speedOf(row, name)
      return [other.text, other.perSecond > 0 ? (own.perSecond / other.perSecond).toFixed(2) : '–']
    })
    return [rowNames[row], own.text, ...beside]
  })
  for (const cells of [head, head.map(() => '---'), ...lines]) console.log(`| ${cells.join(' | ')} |`)
  for (const [subject, results] of seen) {
    const failure = results.find(({ firstFailure }) => firstFailure)?.firstFailure
    if (failure) console.log(`\n${subject}: the first failure was ${failure}`)
  }
}

/** Only correct responses count. */
function speedOf(row: RowName, name: ServerName): { perSecond: number; text: string } {
  const results = seen.get(`${row} ${name}`)!
  const perSecond = median(results.map(({ count, failed, seconds: took }) => (count - failed) / took))
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const share = failed / results.reduce((sum, result) => sum + result.count, 0)
  const p99 = median(results.map((result) => result.p99))
  const failures = failed > 0 ? `, ${Math.ceil(share * 100)} % failed` : ''
  return { perSecond, text: `${Math.round(perSecond).toLocaleString('en')}/s, p99 ${p99.toFixed(1)} ms${failures}` }
}
