import type { Container } from '../../formats/publication.ts'

/** The media type by which reader apps know what they get. By what the file is, not by how it is called. */
export function bookMediaTypeOf({ format, container }: { format: string; container: Container | string }): string {
  if (format === 'epub') return 'application/epub+zip'
  if (format === 'pdf') return 'application/pdf'
  if (container === '7z') return 'application/x-cb7'
  if (container === 'tar') return 'application/vnd.comicbook+tar'
  // Nobody could look into it: then its name is all there is to go by.
  const isRar = container.startsWith('rar') || (container === '' && format === 'cbr')
  return isRar ? 'application/vnd.comicbook-rar' : 'application/vnd.comicbook+zip'
}
