/**
 * A table that is read with words from files, plugins and requests. It has only its own entries: a plain object also
 * has `constructor` and `__proto__`.
 */
export function wordTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), entries)
}
