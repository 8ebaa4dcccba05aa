export interface LinkTarget {
  /** Path inside the archive, percent-decoded, relative to its root. */
  path: string
  /** Without the `#`, percent-decoded; empty when there is none. */
  fragment: string
}

/** Resolves a reference in the document at `base` to a target inside the book; undefined when it points outside. */
export function resolveHref(base: string, written: string): LinkTarget | undefined {
  const href = written.trim()
  if (isExternal(href)) return undefined
  const hash = href.indexOf('#')
  const fragment = hash < 0 ? '' : decodePercent(href.slice(hash + 1))
  const [plain = ''] = (hash < 0 ? href : href.slice(0, hash)).split('?', 1)
  if (plain === '') return { path: base, fragment }
  return {
    path: joinPath(plain.startsWith('/') ? '' : folderOf(base), decodePercent(plain.replaceAll('\\', '/'))),
    fragment,
  }
}

/** True if it has a scheme or begins with `//`: not a file of this book. */
export function isExternal(href: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href)
}

/** The path as written in a link: each segment percent-encoded, slashes kept. */
export function encodePath(path: string): string {
  return path.split('/').map(encodePart).join('/')
}

/**
 * The file of a book that an app's href means: written as it is, percent-encoded, as a whole URL, with a query or a
 * fragment. Names may contain `#`, `?` and `%` themselves, so only the existing names tell which of these it is.
 */
export function findPathOfHref(href: string, paths: ReadonlySet<string>): string | undefined {
  const ends = [href.length, href.lastIndexOf('#'), href.indexOf('#'), href.search(/[?#]/)]
  const written = ends.filter((end) => end > 0).map((end) => href.slice(0, end).replace(/^(\.?\/)+/, ''))
  const decoded = written.map(decodePercent)
  const exact = [href, ...written.flatMap((each, at) => [each, decoded[at] ?? ''])].find((each) => paths.has(each))
  if (exact !== undefined) return exact
  // Whole URLs are encoded.
  for (const each of [...decoded, ...written]) {
    const within = [...paths].filter((path) => each.endsWith(`/${path}`))
    if (within.length > 0) return within.reduce((longest, path) => (path.length > longest.length ? path : longest))
  }
  return undefined
}

export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // `100% wool.xhtml` is not encoded at all
    return text.replace(/(%[\da-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run)
      } catch {
        return run
      }
    })
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** `..` beyond the root stays at the root, as in the URL standard: no reference points outside the archive. */
function joinPath(folder: string, relative: string): string {
  if (!relative.includes('./') && !relative.includes('//') && !/^[./]|\.$|\/$/.test(relative)) return folder + relative
  const parts: string[] = []
  for (const part of `${folder}${relative}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function encodePart(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
