import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { type DeviceOptions, type Send, SimulatedKobo, type SyncFault } from './device.fixture.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

/** A server with one library of EPUBs, and its user. */
export interface Home {
  library: string
  request(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Json>
  scan(): Promise<void>
  send: Send
  /** Connections can really be broken off. */
  breaks?: boolean
  say?(line: string): void
}

export const koboFile = (n: number, text = `Book ${n}.`): [path: string, bytes: Buffer] => [
  `${String(Math.floor(n / 25)).padStart(3, '0')}/${String(n).padStart(5, '0')}.epub`,
  makeEpub(undefined, text),
]

/**
 * Two Kobos of one user, a month and a bad connection: in the end everything must be in place, nothing arrives twice,
 * no downloaded book is dropped without need, and every sync ends.
 */
export async function simulateMonthOfSyncs(home: Home, count: number): Promise<void> {
  const say = home.say ?? (() => {})
  const share = (part: number) => Math.max(2, Math.round(count * part))
  const faults = faultsOf(home.breaks === true)
  const a = await addDevice(home, 'Libra', { usesResources: true, downloads: true, fault: faults.ofFollower })
  const b = await addDevice(home, 'Clara', { pinsToken: true, downloads: true, fault: faults.ofPinning })

  say(await timed('first sync of the first device', () => syncToTheEnd(a)))
  say(await timed('first sync of the second device', () => syncToTheEnd(b)))
  let books = await listBooks(home)
  assert.equal(books.length, count)
  for (const device of [a, b]) {
    assert.equal(device.held.size, count)
    assert.deepEqual(await device.sync(), [])
  }
  say(`sent again to them: ${resent(a)} and ${resent(b)} books, after ${faults.forgotten} answers whose token was lost`)
  assert.ok(resent(a) + resent(b) <= faults.forgotten * 100)

  // On the first device the user downloads, reads, finishes, removes, and makes a collection.
  const onDevice = [...a.held.keys()].sort()
  const downloaded = every(onDevice, share(0.02))
  for (const id of downloaded) await a.download(id)
  const drops = [a.dropped.length, b.dropped.length]
  const read = every(onDevice, share(0.04), 1)
  for (const [n, id] of read.entries()) a.read(id, n % 3 === 0 ? 'Finished' : 'Reading', 40)
  const removed = every(onDevice, 3, 2)
  for (const id of removed) a.remove(id)
  const chosen = read.slice(0, 2).concat(downloaded.slice(0, 2))
  let tag = ''
  a.queue.push({
    method: 'POST',
    path: '/v1/library/tags',
    body: { Name: 'On the train', Items: chosen.slice(1).map((RevisionId) => ({ RevisionId })) },
    done: ({ json }) => {
      tag = json
      a.queue.push({
        method: 'POST',
        path: `/v1/library/tags/${tag}/Items`,
        body: { Items: [{ RevisionId: chosen[0], Type: 'ProductRevisionTagItem' }] },
      })
    },
  })
  await syncToTheEnd(a)
  await syncToTheEnd(a)
  await syncToTheEnd(b)
  assert.equal(a.held.size, count - removed.length)
  assert.equal(b.held.size, count)
  assert.deepEqual(idsOf(b.tags.get(tag)), [...chosen].sort())
  await assertStates(home, [b], read)
  say(`read on one device and known on the other: ${read.length}`)

  // Weeks pass without the devices.
  const gone = every(onDevice, share(0.02), 3).filter((id) => !chosen.includes(id))
  const byId = new Map(books.map((book) => [book.id, book]))
  for (const id of gone) rmSync(join(home.library, relative(home, byId.get(id))))
  const edited = every(onDevice, share(0.02), 4).filter((id) => !gone.includes(id))
  const rewritten = every(onDevice, share(0.01), 5).filter((id) => !gone.includes(id))
  for (const id of rewritten)
    write(home, [relative(home, byId.get(id)), makeEpub(undefined, `Second edition of ${id}.`)])
  const added = share(0.04)
  for (let n = 0; n < added; n++) write(home, koboFile(count + n))
  await home.scan()
  for (const id of edited) await home.request('PATCH', `books/${id}/metadata`, { title: `Edited ${id}` })
  const readElsewhere = every(onDevice, share(0.02), 6).filter((id) => !gone.includes(id))
  for (const id of readElsewhere) await home.request('POST', `books/${id}/read`)
  // Read a second time: marked unread first, then started.
  const again = read.filter((id, n) => n % 3 === 0 && !gone.includes(id)).slice(0, 3)
  for (const id of again) {
    await home.request('POST', `books/${id}/unread`)
    await home.request('PUT', `books/${id}/progress`, { currentPage: 1, completed: false })
  }
  await home.request('PATCH', `readlists/${tag}`, { name: 'In the garden' })
  const { id: second } = await home.request('POST', 'readlists', { name: 'Second', bookIds: edited.slice(0, 3) })
  books = await listBooks(home)
  assert.equal(books.length, count - gone.length + added)
  say(
    `meanwhile: ${added} new, ${gone.length} gone, ${edited.length} edited, ${rewritten.length} replaced, ${readElsewhere.length} read`,
  )

  const before = [pagesOf(a), pagesOf(b)]
  say(await timed('the first device comes back', () => syncToTheEnd(a)))
  say(await timed('the second device comes back', () => syncToTheEnd(b)))
  say(
    `pages of answers: ${a.pages - before[0]!} and ${b.pages - before[1]!}; largest ${Math.round(a.maxAnswerBytes / 1024)} KB`,
  )
  for (const [n, device] of [a, b].entries()) {
    const expected = books.map((book) => book.id).filter((id) => n === 1 || !removed.includes(id))
    assert.deepEqual([...device.held.keys()].sort(), expected.sort())
    for (const id of edited) assert.equal(device.held.get(id)?.metadata.Title ?? `Edited ${id}`, `Edited ${id}`)
    assert.equal(device.tags.get(tag).Name, 'In the garden')
    assert.deepEqual(
      idsOf(device.tags.get(second)),
      edited
        .slice(0, 3)
        .filter((id) => device.held.has(id))
        .sort(),
    )
    for (const id of rewritten)
      if (device.held.has(id)) assert.ok(device.entitlements.get(id)! > 1, 'the old file stays')
    const unneeded = device.dropped.slice(drops[n]).filter((id) => !rewritten.includes(id))
    assert.deepEqual(unneeded, [], 'a downloaded book was dropped')
  }
  await assertStates(home, [a, b], [...readElsewhere, ...again])

  // Both read the same book; the later write wins on both, and no device receives its own write back.
  const both = downloaded[0]!
  a.read(both, 'Reading', 10)
  await syncToTheEnd(a)
  b.read(both, 'Finished', 100)
  await syncToTheEnd(b)
  await syncToTheEnd(a)
  assert.equal(a.states.get(both).StatusInfo.Status, 'Finished')
  for (const device of [a, b, a]) assert.deepEqual(await device.sync(), [])
  // Anything sent again was replaced, or was in a response whose token was lost.
  assert.ok(resent(a) + resent(b) <= faults.forgotten * 100 + rewritten.length * 2)
  const drop = [...a.dropped, ...b.dropped].filter((id) => !rewritten.includes(id)).length
  say(`in the end: ${a.held.size} and ${b.held.size} books, ${resent(a) + resent(b)} sent again, ${drop} dropped`)
}

async function addDevice(home: Home, name: string, options: DeviceOptions): Promise<SimulatedKobo> {
  const { url } = await home.request('POST', 'user/kobo-devices', { name, scope: { everything: true } })
  return new SimulatedKobo(home.send, url, options)
}

/** The user presses “Sync” again after a failure. */
async function syncToTheEnd(device: SimulatedKobo): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const token = device.token
    const pages = device.pages
    await device.sync()
    if (!device.failed) return
    assert.ok(device.pages > pages || device.token !== token)
  }
  assert.fail('the device never came to the end of a sync')
}

/**
 * Two of eleven responses are lost in one way or another, always the same ones. A device that repeats its first token
 * can't request a page again without starting over: nobody could distinguish that from requesting the next one.
 */
function faultsOf(breaks: boolean) {
  let asked = 0
  const choose = (kinds: readonly SyncFault[]) => (): SyncFault | undefined => {
    asked++
    if (asked % 11 !== 2 && asked % 11 !== 3) return undefined
    const fault = kinds[asked % kinds.length]!
    if (fault === 'forgotten') counted.forgotten++
    return fault
  }
  const ofFollower: SyncFault[] = ['lost', 'retried', 'forgotten']
  const counted = {
    forgotten: 0,
    ofFollower: choose(breaks ? [...ofFollower, 'broken'] : ofFollower),
    ofPinning: choose(['lost', 'forgotten']),
  }
  return counted
}

async function assertStates(home: Home, devices: readonly SimulatedKobo[], ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { readProgress } = (await home.request('GET', `books/${id}`)).book
    const status = readProgress ? (readProgress.completed ? 'Finished' : 'Reading') : 'ReadyToRead'
    for (const device of devices) {
      if (device.held.has(id)) assert.equal(device.states.get(id).StatusInfo.Status, status)
    }
  }
}

async function listBooks(home: Home): Promise<Json[]> {
  const books: Json[] = []
  for (let page = 1; ; page++) {
    const { data } = await home.request('GET', `books?page=${page}&pageSize=500`)
    books.push(...data)
    if (data.length < 500) return books
  }
}

/** `count` of them, spread over all, disjoint from those of another `offset`. */
function every(ids: readonly string[], count: number, offset = 0): string[] {
  const step = Math.floor(ids.length / count)
  return Array.from({ length: count }, (_, n) => ids[n * step + offset]!)
}

function write(home: Home, [path, bytes]: [string, Buffer]): void {
  const file = join(home.library, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}

const relative = (home: Home, book: Json): string => book.filePath.slice(home.library.length + 1)
const idsOf = (tag: Json): string[] => tag.Items.map((item: Json) => item.RevisionId).sort()
const pagesOf = (device: SimulatedKobo): number => device.pages
const resent = (device: SimulatedKobo): number => [...device.entitlements.values()].reduce((sum, n) => sum + n - 1, 0)

async function timed(what: string, work: () => Promise<void>): Promise<string> {
  const began = performance.now()
  await work()
  return `${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`
}
