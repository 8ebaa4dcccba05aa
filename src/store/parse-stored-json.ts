/** Parses JSON that we stored; damaged JSON counts as missing. */
export function parseStoredJson<T>(json: string | null | undefined, otherwise: T): T {
  if (!json) return otherwise
  try {
    return (JSON.parse(json) as T) ?? otherwise
  } catch {
    return otherwise
  }
}
