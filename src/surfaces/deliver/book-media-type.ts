import type { Container } from '../../formats/publication.ts'

/** The media type for reader apps. By the file's content, not its name. */
export function bookMediaTypeOf({ format, container }: { format: string; container: Container | string }): string {
  if (format === 'epub') return 'application/epub+zip'
  if (format === 'pdf') return 'application/pdf'
  if (container === '7z') return 'application/x-cb7'
  if (container === 'tar') return 'application/vnd.comicbook+tar'
  // If the file couldn't be read, its name is all we have.
  const isRar = container.startsWith('rar') || (container === '' && format === 'cbr')
  return isRar ? 'application/vnd.comicbook-rar' : 'application/vnd.comicbook+zip'
}
