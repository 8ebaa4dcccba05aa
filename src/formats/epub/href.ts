export interface LinkTarget {
  /** Path inside the archive, percent-decoded, relative to its root. */
  path: string
  /** Without the `#`, percent-decoded; empty when there is none. */
  fragment: string
}

/**
 * Resolves a reference in the document at `base` to a target inside the book; undefined when it points outside.
 * `isFile` tells which files exist, for references whose names aren't encoded (see `endOfPath`).
 */
export function resolveHref(base: string, written: string, isFile?: IsFile): LinkTarget | undefined {
  const href = written.trim()
  return isExternal(href) ? undefined : targetAt(base, href, endOfPath(base, href, isFile))
}

/** No name has more of the signs that end it. */
const mostSigns = 20

/** Whether the archive has a file at a path. */
export type IsFile = (path: string) => boolean

/**
 * Where a reference continues with a query or a fragment. Some programs write names as they are: if no file has the
 * name that ends there, a later `#` or `?` may end one that exists.
 */
function endOfPath(base: string, href: string, isFile: IsFile | undefined): number {
  const ends = [...href.matchAll(/[?#]|$/g)].map(({ index }) => index)
  const [usual = href.length, ...later] = ends
  const mayBelongToName = isFile && later.length > 0 && later.length <= mostSigns
  if (!mayBelongToName || (usual > 0 && isFile(targetAt(base, href, usual).path))) return usual
  return later.reverse().find((end) => isFile(targetAt(base, href, end).path)) ?? usual
}

function targetAt(base: string, href: string, end: number): LinkTarget {
  const hash = href.indexOf('#', end)
  const fragment = hash < 0 ? '' : decodePercent(href.slice(hash + 1))
  if (end === 0) return { path: base, fragment }
  const folder = href.startsWith('/') ? '' : folderOf(base)
  return { path: joinPath(folder, decodePercent(href.slice(0, end).replaceAll('\\', '/'))), fragment }
}

/** Changes how the address of a file of the book is written, so that browsers find it. */
export type EncodeAddress = (address: string) => string

/**
 * The reference as browsers understand it. They know nothing of names with `#` or `?`, for which `isFile` is needed, and
 * look above the book where it means its root.
 */
export function encodeAddress(base: string, href: string, isFile?: IsFile): string {
  if (isExternal(href.trim())) return href
  const end = endOfPath(base, href, isFile)
  const path = href.slice(0, end).trimStart()
  const encoded = leavesBook(base, path)
    ? toRoot(base) + encodePath(targetAt(base, path, path.length).path)
    : path.replaceAll('?', '%3F').replaceAll('#', '%23')
  return encoded + href.slice(end)
}

const toRoot = (base: string) => '../'.repeat(base.split('/').length - 1)

/** Whether a path begins at the root, or goes up further than there. */
function leavesBook(base: string, path: string): boolean {
  const [first, ...others] = path.split(/[\\/]/)
  if (first === '' && others.length > 0) return true
  let depth = base.split('/').length - 1
  for (const part of [first, ...others]) {
    if (/^(\.|%2e){2}$/i.test(part ?? '')) depth--
    else if (part !== '' && part !== '.') depth++
    if (depth < 0) return true
  }
  return false
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
