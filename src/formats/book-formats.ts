export type BookFormat = 'cbz' | 'cbr' | 'epub' | 'pdf'
export const bookFormats: readonly BookFormat[] = ['cbz', 'cbr', 'epub', 'pdf']

/** The format a file's extension indicates. The analyser reads the bytes and may decide otherwise. */
export function bookFormatOfPath(path: string): BookFormat | undefined {
  const dot = path.lastIndexOf('.')
  return dot < 0 ? undefined : FORMATS.get(path.slice(dot + 1).toLowerCase())
}

const FORMATS: ReadonlyMap<string, BookFormat> = new Map([
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
