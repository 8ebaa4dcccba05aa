import { posix } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { type App, createApp } from '../edge/app.ts'
import { openLogger } from '../edge/server-logger.ts'
import { serveHelp } from './serve-help.ts'

let app: App

beforeAll(async () => {
  const config = defaultConfig()
  config.server.public_url = 'https://host.example/lectern'
  app = await createApp(config, { log: openLogger({ level: 'silent', pretty: false }), strictAnswers: true })
  serveHelp(app)
})
afterAll(() => app.close())

const read = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/lectern/help/${path}`, headers })
const targetsIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))

test('the root redirects to the first page, below the base path', async () => {
  for (const entrance of ['/lectern/help', '/lectern/help/']) {
    const answer = await app.inject(entrance)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/lectern/help/index.html')
  }
  const page = await read('index.html')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('<h1 id="lectern">Lectern</h1>')
})

test('a page is found without the ending of its name', async () => {
  const page = await read('server/proxies')
  expect(page.statusCode).toBe(200)
  expect(page.body).toBe((await read('server/proxies.html')).body)
  expect((await read('server/nothing')).statusCode).toBe(404)
})

test('every page, picture and anchor that a page links to is there', async () => {
  const pages = new Map<string, string>()
  const waiting = ['index.html']
  const dead: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue
    const answer = await read(path)
    pages.set(path, answer.body)
    if (answer.statusCode !== 200) dead.push(path)
    if (!path.endsWith('.html')) continue
    for (const target of targetsIn(answer.body)) {
      const [file = ''] = target.split('#')
      if (file !== '') waiting.push(posix.join(posix.dirname(path), file))
    }
  }
  for (const [path, html] of pages) {
    if (!path.endsWith('.html')) continue
    for (const target of targetsIn(html)) {
      const [file = '', anchor] = target.split('#')
      const page = file === '' ? path : posix.join(posix.dirname(path), file)
      if (anchor && !pages.get(page)?.includes(`id="${anchor}"`)) dead.push(`${path} → ${target}`)
    }
  }
  expect(pages.size).toBeGreaterThan(30)
  expect(dead).toEqual([])
})

test('a column without a heading has no empty one', async () => {
  const page = await read('server/comparison.html')
  expect(page.body).toContain('<thead><tr><td></td><th>')
  expect(page.body).not.toContain('<th></th>')
})

test('the first page with all it loads stays below 100 kB', async () => {
  const page = await read('index.html')
  const rest = await Promise.all(['help.css', 'help-search.js', 'help.js'].map((file) => read(file)))
  const bytes = [page, ...rest].reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)
  expect(bytes).toBeLessThan(100_000)
})

test('search knows sections, and a copy that is still good is not sent again', async () => {
  const plain = await read('search.json')
  const sections = plain.json() as { heading: string; path: string; text: string }[]
  expect(sections.find(({ text }) => text.includes('preferred_username'))?.path).toBe('server/oidc.html')
  const packed = await read('search.json', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect((await read('search.json', { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304)
})

test.each([
  ['move from komga', 'Moving from another server'],
  ['how do I restore a backup', 'Backup and restore'],
  ['I forgot my password', 'FAQ'],
  ['reset admin password', 'FAQ'],
  ['raspberry pi', 'FAQ'],
  ['kindle', 'FAQ'],
  ['duplicates', 'Troubleshooting'],
  ['nginx', 'Reverse proxies'],
  ['undo import', 'Moving from another server'],
  ['several servers', 'Several servers: more than one process or machine'],
  ['dark mode', 'Reading'],
  ['keyboard shortcuts', 'Reading'],
  ['missing books', 'Troubleshooting'],
  ['Moon+', 'Moon+ Reader'],
  ['koraeder', 'KOReader'],
  ['bakup', 'Backup and restore'],
  ['reverse proxxy', 'Reverse proxies'],
  ['password forgotten', 'FAQ'],
  ['permission denied', 'Troubleshooting'],
  ['EACCES', 'Troubleshooting'],
  ['log in fails', 'Troubleshooting'],
  ['https', 'FAQ'],
  ['ssl certificate', 'FAQ'],
  ['sso', 'Single sign-on (OpenID Connect)'],
  ['update', 'Upgrade'],
  ['kids', 'People and what they see'],
  ['delete a book', 'FAQ'],
  ['change language', 'FAQ'],
  ['uninstall', 'FAQ'],
  ['covers wrong', 'Troubleshooting'],
  ['rescan', 'Troubleshooting'],
  ['how fast is it', 'How fast it is'],
  ['manga right to left', 'Reading'],
  ['kobo not working', 'Kobo'],
  ['slow', 'Troubleshooting'],
])('search answers “%s” with %s first', async (query, page) => {
  const rankSections = runInNewContext(`${(await read('help-search.js')).body};rankSections`) as (
    sections: unknown,
    query: string,
  ) => { page: string }[]
  const sections = (await read('search.json')).json()
  expect(rankSections(sections, query)[0]?.page).toBe(page)
  expect(rankSections(sections, 'xylophone')).toHaveLength(0)
})

test('files outside the documentation are not served', async () => {
  for (const path of ['nothing.html', '../package.json', '%2e%2e/package.json', 'index.md']) {
    expect((await read(path)).statusCode).toBe(404)
  }
})
