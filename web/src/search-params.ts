/** Addresses that people can read and share: `?genre=Action&genre=!Horror`, not JSON. A repeated key is a list. */
export type RouteSearchParams = Record<string, string | string[] | undefined>

export function parseSearch(text: string): RouteSearchParams {
  const found: RouteSearchParams = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const before = found[key]
    if (before === undefined) found[key] = value
    else found[key] = [...(Array.isArray(before) ? before : [before]), value]
  }
  return found
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) params.append(key, String(each))
  }
  const text = params.toString()
  return text && `?${text}`
}

export function paramValues(value: string | string[] | undefined): string[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
