/**
 * Wraps a picture that is itself a spine item in a page: the reader lays out documents, and takes the size of a page
 * from its viewport. `src` is the picture's URL relative to the page.
 */
export function imagePageHtml(src: string, size: { width: number; height: number } | undefined, title = ''): string {
  const viewport = size ? `<meta name="viewport" content="width=${size.width}, height=${size.height}"/>` : ''
  const fill = size ? `width:${size.width}px;height:${size.height}px` : 'max-width:100%;max-height:100%'
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${escaped(title)}</title>${viewport}<style>html,body{margin:0;padding:0}img{display:block;${fill}}</style></head><body><img src="${escaped(src)}" alt="${escaped(title)}"/></body></html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
