/**
 * Strips the outer folder of an EPUB whose folder was zipped instead of its contents ("book/META-INF/container.xml").
 * Ebook programs produce these, and people who zip a book by hand. Other archives are returned unchanged.
 */
export function withoutOuterFolder<Entry extends { readonly name: string }>(
  entries: readonly Entry[],
): readonly Entry[] {
  const container = entries.find(({ name }) => name.endsWith(CONTAINER))
  if (!container || container.name === CONTAINER.slice(1)) return entries
  const folder = container.name.slice(0, -CONTAINER.length + 1)
  const isBook = folder.indexOf('/') === folder.length - 1 && !entries.some(({ name }) => name === CONTAINER.slice(1))
  if (!isBook) return entries
  return entries.map((entry) =>
    entry.name.startsWith(folder) ? { ...entry, name: entry.name.slice(folder.length) } : entry,
  )
}

const CONTAINER = '/META-INF/container.xml'
