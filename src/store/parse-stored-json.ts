/** JSON that we wrote ourselves; a damaged one is as good as none. */
export function parseStoredJson<T>(json: string | null | undefined, otherwise: T): T {
  if (!json) return otherwise
  try {
    return (JSON.parse(json) as T) ?? otherwise
  } catch {
    return otherwise
  }
}
