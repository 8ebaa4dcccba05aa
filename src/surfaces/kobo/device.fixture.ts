import { expect } from 'vitest'
import type { TestServer } from '../../../test/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: the device reads answers of every shape
type Json = any

export interface DeviceOptions {
  /** Newer firmware repeats the token with which a sync began until its last page. */
  pinsToken?: boolean
}

/** A Kobo as far as a sync is concerned: asks in its order, keeps what it is told, and fails hard where a real one does. */
export class SimulatedKobo {
  readonly books = new Map<string, Json>()
  readonly tags = new Map<string, Json>()
  readonly states = new Map<string, Json>()
  /** How often each book was sent as new: the device drops its file each time. */
  readonly entitlements = new Map<string, number>()
  token: string | undefined
  pages = 0
  readonly #app: TestServer
  readonly #base: string
  readonly #options: DeviceOptions

  constructor(app: TestServer, base: string, options: DeviceOptions = {}) {
    this.#app = app
    this.#base = new URL(base).pathname
    this.#options = options
  }

  async ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Json> {
    const answer = await this.#app.ask(method, path.startsWith('/api') ? path : `${this.#base}${path}`, {
      body,
      headers: {
        'x-kobo-devicemodel': 'Kobo Libra 2',
        'x-kobo-appversion': '4.45.23646',
        'x-kobo-userkey': 'secret',
        host: 'books.example.org',
        ...headers,
      },
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect([path, answer.status]).toEqual([path, answer.status < 300 ? answer.status : 'success'])
    return answer
  }

  /** Everything that comes before the sync itself. */
  async greet(): Promise<Json> {
    await this.ask('GET', '/v1/affiliate?PlatformID=x&SerialNumber=y')
    const { json: auth } = await this.ask('POST', '/v1/auth/device', { AffiliateName: 'Kobo', UserKey: 'u' })
    expect(auth).toMatchObject({ TokenType: 'Bearer', UserKey: 'u' })
    const { json, headers } = await this.ask('GET', '/v1/initialization')
    expect(headers['x-kobo-apitoken']).toBe('e30=')
    await this.ask('GET', '/oauth/.well-known/openid-configuration')
    const { json: token } = await this.ask('POST', '/oauth/token', {})
    expect(token.user_id).toBeTruthy()
    for (const path of [
      '/v1/user/profile',
      '/v1/user/loyalty/benefits',
      '/v1/products/books/subscriptions',
      '/v1/deals',
      '/v1/assets',
    ]) {
      await this.ask('GET', path)
    }
    await this.ask('POST', '/v1/analytics/gettests', {})
    await this.ask('POST', '/v1/user/add-device', {})
    return { ...json.Resources, accessToken: token.access_token }
  }

  /** `losesPage`: the answer of this page never arrives, and the sync fails. */
  async sync({ losesPage }: { losesPage?: number } = {}): Promise<Json[]> {
    await this.greet()
    const items: Json[] = []
    const began = this.token
    for (let page = 1; ; page++) {
      expect(page).toBeLessThan(100)
      const sent = this.#options.pinsToken ? began : this.token
      const { json, headers } = await this.ask(
        'GET',
        '/v1/library/sync?Filter=ALL&DownloadUrlFilter=Generic,Android&PrioritizeRecentReads=true',
        undefined,
        sent ? { 'x-kobo-synctoken': sent } : {},
      )
      this.pages++
      if (page === losesPage) return items
      expect(Array.isArray(json)).toBe(true)
      expect(String(headers['x-kobo-synctoken']).length).toBeLessThan(200)
      for (const item of json) this.#apply(item)
      items.push(...json)
      this.token = String(headers['x-kobo-synctoken'])
      if (headers['x-kobo-sync'] !== 'continue') return items
    }
  }

  #apply(item: Json): void {
    const [[kind, value]] = Object.entries(item) as [[string, Json]]
    if (kind === 'NewEntitlement') {
      const id = value.BookEntitlement.Id
      this.books.set(id, value.BookMetadata)
      this.states.set(id, value.ReadingState)
      this.entitlements.set(id, (this.entitlements.get(id) ?? 0) + 1)
    } else if (kind === 'ChangedEntitlement') {
      if (value.BookEntitlement.IsRemoved) this.books.delete(value.BookEntitlement.Id)
    } else if (kind === 'ChangedProductMetadata') this.books.set(value.BookEntitlement.Id, value.BookMetadata)
    else if (kind === 'ChangedReadingState') this.states.set(value.ReadingState.EntitlementId, value.ReadingState)
    else if (kind === 'NewTag' || kind === 'ChangedTag') this.tags.set(value.Tag.Id, value.Tag)
    else if (kind === 'DeletedTag') this.tags.delete(value.Tag.Id)
    else throw new Error(`the device does not know ${kind}`)
  }
}
