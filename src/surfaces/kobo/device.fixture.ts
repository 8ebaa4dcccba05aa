import assert from 'node:assert/strict'

// biome-ignore lint/suspicious/noExplicitAny: the device reads answers of every shape
type Json = any
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface DeviceAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  bytes: Buffer
  json: Json
}
/** Sends a request; `breaksOff` ends the connection before the response is read, and resolves to undefined. */
export type Send = (
  method: Method,
  path: string,
  options: { body?: unknown; headers: Record<string, string>; breaksOff?: boolean },
) => Promise<DeviceAnswer | undefined>

/**
 * What happens to the response of a page: `lost` and the sync ends, `retried` at once with the same token, `broken` off
 * with its connection and retried, `forgotten`: it arrived, but the device was switched off before it stored the token.
 */
export type SyncFault = 'lost' | 'retried' | 'broken' | 'forgotten'

export interface DeviceOptions {
  /** Newer firmware repeats the token with which a sync started until its last page. */
  pinsToken?: boolean
  /** Newer firmware uses the absolute URLs of the initialization. */
  usesResources?: boolean
  /** Downloads the first books of a sync and their covers, as a device does. */
  downloads?: boolean
  /** Called for each page. */
  fault?: (page: number) => SyncFault | undefined
}

interface Held {
  metadata: Json
  isDownloaded: boolean
}

const DOWNLOADED_AT_ONCE = 5

/**
 * A Kobo as its logs show it: sends requests in its order, stores what it receives, and fails hard where a real one
 * does.
 */
export class SimulatedKobo {
  readonly held = new Map<string, Held>()
  readonly tags = new Map<string, Json>()
  readonly states = new Map<string, Json>()
  /** How often each book was sent as new: the device deletes its file each time. */
  readonly entitlements = new Map<string, number>()
  /** Books whose file was deleted because they were sent again. */
  readonly dropped: string[] = []
  /** Actions on the device since the last sync; sent before the sync itself. */
  readonly queue: { method: Method; path: string; body?: unknown; done?: (answer: DeviceAnswer) => void }[] = []
  token: string | undefined
  pages = 0
  /** The last sync was not completed. */
  failed = false
  maxAnswerBytes = 0
  readonly #send: Send
  readonly #base: string
  readonly #options: DeviceOptions
  #resources: Record<string, string> = {}
  #accessToken = ''

  constructor(send: Send, base: string, options: DeviceOptions = {}) {
    this.#send = send
    this.#base = new URL(base).pathname
    this.#options = options
  }

  /** Metadata by id of the books on the device. */
  get books(): Map<string, Json> {
    return new Map([...this.held].map(([id, { metadata }]) => [id, metadata]))
  }

  async request(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<DeviceAnswer> {
    return (await this.#request(method, path, { body, headers }))!
  }

  async #request(
    method: Method,
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; breaksOff?: boolean },
  ): Promise<DeviceAnswer | undefined> {
    const url = path.startsWith('http') ? new URL(path).pathname + new URL(path).search : path
    const address = url.startsWith('/api') || url.startsWith(this.#base) ? url : `${this.#base}${url}`
    const answer = await this.#send(method, address, {
      ...options,
      headers: {
        accept: 'application/json',
        'accept-language': 'en-US, *;q=0.9',
        'user-agent': 'Mozilla/5.0 (Linux; U; Android 2.0; en-us;) (Kobo Touch 0388/4.45.23646)',
        'x-kobo-affiliatename': 'Kobo',
        'x-kobo-appversion': '4.45.23646',
        'x-kobo-deviceid': 'device-secret',
        'x-kobo-devicemodel': 'Kobo Libra 2',
        'x-kobo-deviceos': '3.0.35+',
        'x-kobo-platformid': '00000000-0000-0000-0000-000000000388',
        'x-kobo-userkey': 'secret',
        host: 'books.example.org',
        ...(this.#accessToken && { authorization: `Bearer ${this.#accessToken}` }),
        ...options.headers,
      },
    })
    if (!answer) return undefined
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.ok(answer.status < 300, `${method} ${path} was answered with ${answer.status}`)
    const header = JSON.stringify(answer.headers).length
    assert.ok(header < 4096, `the header of ${path} has ${header} bytes`)
    this.maxAnswerBytes = Math.max(this.maxAnswerBytes, answer.bytes.length)
    return answer
  }

  /** Everything that comes before the sync itself. */
  async greet(): Promise<Json> {
    await this.request('GET', '/v1/affiliate?PlatformID=x&SerialNumber=y')
    const { json: auth } = await this.request('POST', '/v1/auth/device', { AffiliateName: 'Kobo', UserKey: 'u' })
    assert.deepEqual([auth.TokenType, auth.UserKey], ['Bearer', 'u'])
    const { json, headers } = await this.request('GET', '/v1/initialization')
    assert.equal(headers['x-kobo-apitoken'], 'e30=')
    this.#resources = json.Resources
    await this.request('GET', '/oauth/.well-known/openid-configuration')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const { json: token } = await this.request('POST', '/oauth/token', 'grant_type=authorization_code&code=x', form)
    assert.ok(token.user_id)
    this.#accessToken = token.access_token
    for (const path of [
      '/v1/user/profile',
      '/v1/user/loyalty/benefits',
      '/v1/products/books/subscriptions',
      '/v1/deals',
      '/v1/assets',
    ]) {
      await this.request('GET', path)
    }
    await this.request('POST', '/v1/analytics/gettests', {})
    await this.request('POST', '/v1/user/add-device', {})
    return { ...json.Resources, accessToken: token.access_token }
  }

  /** `losesPage`: the response of this page never arrives, and the sync fails. Returns the received items. */
  async sync({ losesPage }: { losesPage?: number } = {}): Promise<Json[]> {
    this.failed = true
    await this.greet()
    for (const { method, path, body, done } of this.queue.splice(0)) {
      const answer = await this.request(method, path, body)
      done?.(answer)
    }
    const items: Json[] = []
    const began = this.token
    const path = this.#options.usesResources ? this.#resources.library_sync! : '/v1/library/sync'
    for (let page = 1, without = 0; ; page++) {
      assert.ok(without < 50, 'the sync does not end')
      const sent = this.#options.pinsToken ? began : this.token
      const fault = page === losesPage ? 'lost' : this.#options.fault?.(page)
      const answer = await this.#request(
        'GET',
        `${path}?Filter=ALL&DownloadUrlFilter=Generic,Android&PrioritizeRecentReads=true`,
        { headers: sent ? { 'x-kobo-synctoken': sent } : {}, breaksOff: fault === 'broken' },
      )
      this.pages++
      if (fault === 'lost') return items
      if (!answer || fault === 'retried') continue
      const { json, headers } = answer
      assert.ok(Array.isArray(json))
      assert.ok(String(headers['x-kobo-synctoken']).length < 200)
      const known = this.held.size
      for (const item of json) this.#apply(item)
      items.push(...json)
      without = this.held.size > known ? 0 : without + 1
      if (fault === 'forgotten') return items
      this.token = String(headers['x-kobo-synctoken'])
      if (headers['x-kobo-sync'] !== 'continue') break
    }
    this.failed = false
    await this.#finish(items)
    return items
  }

  /** What a device does after a sync: loads the first books, covers, and the contents of its shop. */
  async #finish(items: Json[]): Promise<void> {
    if (!this.#options.downloads) return
    const fresh = items.flatMap((item) => (item.NewEntitlement ? [item.NewEntitlement.BookEntitlement.Id] : []))
    for (const id of fresh.filter((each) => this.held.has(each)).slice(0, DOWNLOADED_AT_ONCE)) {
      await this.download(id)
      await this.picture(id, 355, 530)
    }
    await this.request('GET', '/v1/user/wishlist?PageSize=100&PageIndex=0')
    await this.request('GET', '/v1/user/recommendations?page_index=0&page_size=50&Filters={}')
    for (const id of fresh.slice(0, 3)) await this.request('GET', `/v1/products/${id}/nextread`)
    await this.request('POST', '/v1/analytics/event', { Events: [{ Id: 'a' }] })
  }

  /** The user taps a book. */
  async download(id: string): Promise<Buffer> {
    const { json } = await this.request('GET', `/v1/library/${id}/metadata`)
    const { bytes, headers } = await this.request('GET', json[0].DownloadUrls[0].Url)
    assert.equal(Number(headers['content-length']), bytes.length)
    assert.equal(bytes.subarray(30, 58).toString(), 'mimetypeapplication/epub+zip')
    this.held.get(id)!.isDownloaded = true
    return bytes
  }

  /** The cover, by its template in the initialization; undefined if the book has none. */
  async picture(id: string, width: number, height: number): Promise<DeviceAnswer | undefined> {
    const template = this.#resources.image_url_quality_template!
    const values: Record<string, string> = {
      ImageId: this.held.get(id)!.metadata.CoverImageId,
      Width: String(width),
      Height: String(height),
      Quality: '80',
      IsGreyscale: 'False',
    }
    const url = new URL(template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!))
    const answer = await this.#send('GET', url.pathname, { headers: {} })
    assert.ok(answer && [200, 404].includes(answer.status), `a cover was answered with ${answer?.status}`)
    if (answer.status === 404) return undefined
    assert.equal(answer.headers['content-type'], 'image/jpeg')
    return answer
  }

  /** The user reads, and closes the book. Sent with the next sync. */
  read(id: string, status: 'Reading' | 'Finished' | 'ReadyToRead', percent: number, more: object = {}): void {
    const LastModified = new Date().toISOString()
    const state = {
      EntitlementId: id,
      LastModified,
      StatusInfo: { LastModified, Status: status },
      CurrentBookmark: {
        LastModified,
        ProgressPercent: percent,
        ContentSourceProgressPercent: percent,
        Location: { Source: 'c.xhtml', Type: 'KoboSpan', Value: 'kobo.1.1' },
      },
      ...more,
    }
    this.states.set(id, state)
    this.queue.push({ method: 'PUT', path: `/v1/library/${id}/state`, body: { ReadingStates: [state] } })
  }

  /** The user removes a book from the device. */
  remove(id: string): void {
    this.held.delete(id)
    this.queue.push({ method: 'DELETE', path: `/v1/library/${id}` })
  }

  #apply(item: Json): void {
    const [[kind, value]] = Object.entries(item) as [[string, Json]]
    if (kind === 'NewEntitlement') {
      const id = value.BookEntitlement.Id
      if (this.held.get(id)?.isDownloaded) this.dropped.push(id)
      this.held.set(id, { metadata: value.BookMetadata, isDownloaded: false })
      this.states.set(id, value.ReadingState)
      this.entitlements.set(id, (this.entitlements.get(id) ?? 0) + 1)
    } else if (kind === 'ChangedEntitlement') {
      if (value.BookEntitlement.IsRemoved) this.held.delete(value.BookEntitlement.Id)
    } else if (kind === 'ChangedProductMetadata') {
      const known = this.held.get(value.BookEntitlement.Id)
      assert.ok(known, 'metadata of a book that the device does not have')
      known.metadata = value.BookMetadata
    } else if (kind === 'ChangedReadingState') {
      this.states.set(value.ReadingState.EntitlementId, value.ReadingState)
    } else if (kind === 'NewTag' || kind === 'ChangedTag') this.tags.set(value.Tag.Id, value.Tag)
    else if (kind === 'DeletedTag') this.tags.delete(value.Tag.Id)
    else assert.fail(`the device does not know ${kind}`)
  }
}
