import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalQuery, escapeAll, type S3Credentials, signS3Request } from './sign-s3-request.ts'

/** Files that several servers share, in an S3-compatible bucket. */
export interface S3Bucket {
  get(key: string): Promise<Uint8Array | undefined>
  put(key: string, bytes: Uint8Array): Promise<void>
  remove(key: string): Promise<void>
  /** All keys with this prefix. */
  list(prefix: string): AsyncGenerator<string>
}

export interface S3BucketOptions extends S3Credentials {
  /** URL of the bucket itself: https://host/bucket, or https://bucket.host. */
  url: string
  prefix: string
  /** Timeout of one attempt in milliseconds. */
  maxMs?: number
}

/** An error response of the service, or no response. Clients get status 503. */
export class S3BucketError extends Error {
  override readonly name = 'BucketError'
  readonly code = 'EBUCKET'
}

export function openS3Bucket({ url, prefix, maxMs = 10_000, ...signer }: S3BucketOptions): S3Bucket {
  const base = url.replace(/\/+$/, '')
  const send = async (method: string, key: string, query: Record<string, string> = {}, body?: Uint8Array) => {
    const path = key === '' ? '/' : `/${(prefix + key).split('/').map(escapeAll).join('/')}`
    const address = new URL(`${base}${path}`)
    address.search = canonicalQuery(query)
    const answer = await patiently(async () => {
      const headers = signS3Request(signer, { method, url: address, body })
      const signal = AbortSignal.timeout(maxMs)
      // A copy: a pooled buffer may be reused before the last byte is sent.
      const sent = body && new Uint8Array(body)
      const response = await fetch(address, { method, headers, body: sent, signal })
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    })
    if (answer.status === 404 && isNoSuchKey(answer.bytes)) return undefined
    if (answer.status >= 300) throw refusal(method, answer)
    return answer.bytes
  }

  return {
    get: (key) => send('GET', key),
    put: async (key, bytes) => {
      if (!(await send('PUT', key, {}, bytes))) throw new S3BucketError('the bucket does not exist')
    },
    remove: async (key) => void (await send('DELETE', key)),
    async *list(start) {
      let more: string | undefined
      do {
        const query = { 'list-type': '2', prefix: prefix + start, ...(more && { 'continuation-token': more }) }
        const text = new TextDecoder().decode((await send('GET', '', query)) ?? new Uint8Array())
        for (const [, key] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) yield unescapeXml(key!).slice(prefix.length)
        more = unescapeXml(/<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? '') || undefined
      } while (more)
    },
  }
}

interface BucketResponse {
  status: number
  bytes: Uint8Array
}

/** Retries when the service is busy or the connection breaks; every operation is atomic and can be repeated. */
async function patiently(attempt: () => Promise<BucketResponse>): Promise<BucketResponse> {
  for (let tries = 1; ; tries += 1) {
    const answer = await attempt().catch((error: Error) => error)
    const isOver = tries === 3 || (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429)
    if (!isOver) {
      await sleep(100 * 4 ** (tries - 1))
      continue
    }
    if (!(answer instanceof Error)) return answer
    const reason = answer.cause instanceof Error ? answer.cause.message : answer.message
    throw new S3BucketError(`the bucket does not respond: ${reason}`, { cause: answer })
  }
}

function refusal(method: string, { status, bytes }: BucketResponse): S3BucketError {
  const text = new TextDecoder().decode(bytes.subarray(0, 2000))
  const code = /<Code>([^<]+)</.exec(text)?.[1] ?? ''
  const message = /<Message>([^<]+)</.exec(text)?.[1] ?? ''
  return new S3BucketError(`the bucket refused ${method}: ${[status, code, message].filter(Boolean).join(' ')}`)
}

/** A missing bucket also returns 404, but isn't a missing key. */
function isNoSuchKey(bytes: Uint8Array): boolean {
  return !new TextDecoder().decode(bytes.subarray(0, 2000)).includes('<Code>NoSuchBucket<')
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => named[name]!)
}
