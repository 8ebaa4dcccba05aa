/** Everything is relative to <base href>, which the server sets: Lectern may run under /books behind a proxy. */
const base = typeof document === 'undefined' ? new URL('http://localhost/') : new URL('.', document.baseURI)

export const basePath = base.pathname.replace(/\/$/, '')

export type QueryParams = Record<string, string | number | boolean | string[] | undefined | null>

export function apiUrl(path: string, query?: QueryParams): string {
  return `${basePath}/api/v1${path}${queryString(query)}`
}

export function assetUrl(path: string): string {
  return `${basePath}/${path}`
}

/** The address other apps need to reach this server, without a trailing slash. */
export function serverAddress(): string {
  return `${base.origin}${basePath}`
}

function queryString(query: QueryParams | undefined): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(key, String(each))
  }
  const text = search.toString()
  return text && `?${text}`
}
