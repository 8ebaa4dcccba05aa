import type { InjectOptions } from 'fastify'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeEmptyPdf } from '../../../test/fixtures/make-empty-pdf.ts'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { type Answer, openTestServer, password, type TestServer } from '../../../test/server.ts'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../store/open.ts'

export { password }

const volume = (number: number, more: Record<string, string | number> = {}) =>
  makeComic(4, {
    Title: `Volume ${number}`,
    Series: 'Berserk',
    Number: number,
    Summary: `What happens in volume ${number}.`,
    Writer: 'Kentaro Miura',
    Penciller: 'Kentaro Miura',
    CoverArtist: 'Somebody Else',
    Genre: 'Fantasy, Horror',
    Tags: 'swords',
    Publisher: 'Dark Horse',
    LanguageISO: 'en',
    Year: 2003,
    Month: number,
    Day: 15,
    ...more,
  })

const files = {
  'Berserk/Berserk v01.cbz': volume(1),
  'Berserk/Berserk v02.cbz': volume(2),
  'Berserk/Berserk v03.cbz': volume(3, { Tags: 'swords, eclipse' }),
  'Alpha/Alpha 1.cbz': makeComic(3, { Title: 'One', Series: 'Alpha', Number: 1, AgeRating: 'Teen', Genre: 'Comedy' }),
  'Alpha/Alpha 1.5.cbz': makeComic(2, { Title: 'One and a half', Series: 'Alpha', Number: '1.5' }),
  'Novel/novel.epub': makeEpub(makePng(40, 60, 5)),
  'Paper/paper.pdf': makeEmptyPdf(300, 400),
}

export interface KomgaServer extends TestServer {
  libraryId: string
  key: string
  /** A client app: its own cookies, and headers that it sends each time. */
  app(headers?: Record<string, string>): KomgaApp
  /** By title, from our own API. */
  series(title: string): Promise<{ id: string; title: string }>
  books(series: string): Promise<{ id: string; title: string }[]>
}

export interface KomgaApp {
  cookies: Map<string, { value: string; path: string }>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  send(method: InjectOptions['method'], path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** The real server with the compatibility API switched on, and a library of a few real files. */
export async function openKomgaServer(
  kind: Db['kind'] = 'sqlite',
  change: (config: Config) => void = () => {},
): Promise<KomgaServer> {
  const server = await openTestServer(kind, files, (config) => {
    config.compat_api.enabled = true
    change(config)
  })
  const libraryId = plain(
    await server.scan({ name: 'Shelf', bookStrategy: 'metadata_first', numberStrategy: 'metadata' }),
  )
  await server.request('PATCH', 'user', {
    as: server.admin,
    body: { email: 'root@example.org', currentPassword: password },
  })
  const { json } = await server.request('POST', 'api-keys', { as: server.admin, body: { name: 'app' } })

  const series: KomgaServer['series'] = async (title) => {
    const found = await server.request('GET', 'series?pageSize=100', { as: server.admin })
    const one = found.json.data.find((candidate: { title: string }) => candidate.title === title)
    return { ...one, id: plain(one.id) }
  }
  return {
    ...server,
    libraryId,
    key: json.key,
    series,
    app: (headers) => openApp(server, headers),
    async books(title) {
      const { id } = await series(title)
      const found = await server.request('GET', `series/${hyphenated(id)}/books?pageSize=100`, { as: server.admin })
      return found.json.data.map((book: { id: string }) => ({ ...book, id: plain(book.id) }))
    },
  }
}

function openApp(server: TestServer, always: Record<string, string> = {}): KomgaApp {
  const cookies: KomgaApp['cookies'] = new Map()
  const send: KomgaApp['send'] = async (method, path, body, headers = {}) => {
    const url = `/komga${path}`
    const sent = [...cookies].filter(([, cookie]) => url.startsWith(cookie.path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const answer = await server.request(method, url, {
      body,
      headers: { ...(cookie && { cookie }), ...always, ...headers },
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const at = attributes.find((attribute) => attribute.startsWith('Path='))?.slice(5) ?? '/'
      if (attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, { value, path: at })
    }
    return answer
  }
  return { cookies, send, get: (path, headers) => send('GET', path, undefined, headers) }
}

export const plain = (id: string): string => id.replaceAll('-', '')
export const hyphenated = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
export const basic = (name: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
})

/** An upload form as a browser sends it: bytes become a file, the rest stays text, in the order given. */
export async function formOf(fields: Record<string, string | Uint8Array>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([Uint8Array.from(value)]), `${name}.bin`)
  }
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type')! }
  return { payload: Buffer.from(await sent.arrayBuffer()), headers }
}
