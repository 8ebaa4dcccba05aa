import { excludesOf } from './exclude.ts'

/** What of a library's folder counts. Plain data: it crosses to the thread that walks. */
export interface LibraryRules {
  allowedFormats: readonly string[]
  excludedPatterns: readonly string[]
}

export interface Predicates {
  isBook: (path: string) => boolean
  isSidecar: (path: string) => boolean
  isExcluded: (path: string) => boolean
}

export type BookFormat = 'cbz' | 'cbr' | 'epub' | 'pdf'
export const bookFormats: readonly BookFormat[] = ['cbz', 'cbr', 'epub', 'pdf']

export function rulesOf(rules: LibraryRules): Predicates {
  const allowed = new Set(rules.allowedFormats)
  return {
    isBook: (path) => {
      const format = formatOf(path)
      return format !== undefined && allowed.has(format)
    },
    isSidecar: (path) => SIDECARS.has(fileNameOf(path).toLowerCase()),
    isExcluded: excludesOf(rules.excludedPatterns),
  }
}

/** What a name promises. The analyser looks at the bytes and may find otherwise. */
export function formatOf(path: string): BookFormat | undefined {
  const dot = path.lastIndexOf('.')
  return dot < 0 ? undefined : FORMATS.get(path.slice(dot + 1).toLowerCase())
}

const FORMATS = new Map<string, BookFormat>([
  ['cbz', 'cbz'],
  ['zip', 'cbz'],
  ['cbt', 'cbz'],
  ['tar', 'cbz'],
  ['cbr', 'cbr'],
  ['rar', 'cbr'],
  ['cb7', 'cbr'],
  ['7z', 'cbr'],
  ['epub', 'epub'],
  ['pdf', 'pdf'],
])

const SIDECARS = new Set(['series.json', 'metadata.opf'])

function fileNameOf(path: string): string {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  return bare.slice(bare.lastIndexOf('/') + 1)
}
