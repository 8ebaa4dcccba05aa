import { takePrefetchedResponse } from './prefetched-responses.ts'
import { problemFromResponse } from './problem.ts'
import { emitUnauthorized } from './unauthorized-event.ts'
import { apiUrl, type QueryParams } from './urls.ts'

export type RequestOptions = { query?: QueryParams; body?: unknown; signal?: AbortSignal; keepalive?: boolean }

/** How often a rate-limited request is sent before the error is shown. */
const maxTries = 6

export const api = {
  get: <T>(path: string, options?: RequestOptions) => request<T>('GET', path, options),
  post: <T>(path: string, options?: RequestOptions) => request<T>('POST', path, options),
  put: <T>(path: string, options?: RequestOptions) => request<T>('PUT', path, options),
  patch: <T>(path: string, options?: RequestOptions) => request<T>('PATCH', path, options),
  delete: <T = void>(path: string, options?: RequestOptions) => request<T>('DELETE', path, options),
}

async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await fetchWithRateLimitRetry(apiUrl(path, options.query), {
    method,
    credentials: 'same-origin',
    headers: headersFor(options.body),
    body: bodyFor(options.body),
    signal: options.signal,
    keepalive: options.keepalive,
  })
  if (!response.ok) throw await problemFromResponse(response)
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined as T
  return (await response.json()) as T
}

/** A 429 is not an error but a request to wait; only the last one is returned. */
export async function fetchWithRateLimitRetry(url: string, init?: RequestInit, tries = maxTries): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const before = attempt === 1 && init?.method === 'GET' ? await takePrefetchedResponse(url) : undefined
    const response = before ?? (await fetch(url, init))
    if (response.status === 401) emitUnauthorized()
    if (response.status !== 429 || attempt >= tries) return response
    const seconds = Number(response.headers.get('retry-after')) || 1
    // Brute-force protection asks for minutes: too long to show a spinner.
    if (seconds > 20) return response
    await delay(seconds * 1000 + Math.random() * 250, init?.signal)
  }
}

export function delay(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

function headersFor(body: unknown): HeadersInit {
  // Asks for reasons, so that error messages can be translated.
  const always = { accept: 'application/json', 'x-reasons': 'true' }
  if (body === undefined || body instanceof FormData || body instanceof Blob) return always
  return { ...always, 'content-type': 'application/json' }
}

function bodyFor(body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined
  if (body instanceof FormData || body instanceof Blob) return body
  return JSON.stringify(body)
}
