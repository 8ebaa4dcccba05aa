import { wordTable } from '../values/word-table.ts'
/**
 * The media type of a resource: as declared, or from the file extension if the declaration is missing or meaningless.
 */
export function resourceMediaTypeOf(declared: string | undefined, path: string): string {
  const type = declared?.replace(/;.*$/s, '').trim().toLowerCase()
  const byName = byExtension[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  if (!type || !/^[\w.+-]+\/[\w.+-]+$/.test(type) || type === 'application/octet-stream')
    return byName ?? 'application/octet-stream'
  return aliases[type] ?? type
}

export function isImage(mediaType: string): boolean {
  return mediaType.startsWith('image/')
}

/** An image that a browser displays as a picture and not as a document. */
export function isBitmap(mediaType: string): boolean {
  return isImage(mediaType) && mediaType !== 'image/svg+xml'
}

export function isHtml(mediaType: string): boolean {
  return mediaType === 'application/xhtml+xml' || mediaType === 'text/html' || mediaType === 'text/x-oeb1-document'
}

/** Anything a browser might open as a document, and so run its scripts. */
export function isMarkup(mediaType: string): boolean {
  return isHtml(mediaType) || mediaType.endsWith('+xml') || /^(application|text)\/(xml|xsl)$/.test(mediaType)
}

const aliases = wordTable<string>({
  'image/jpg': 'image/jpeg',
  'image/svg': 'image/svg+xml',
  'text/xhtml': 'application/xhtml+xml',
  'application/html+xml': 'application/xhtml+xml',
})

const byExtension = wordTable<string>({
  xhtml: 'application/xhtml+xml',
  html: 'application/xhtml+xml',
  htm: 'application/xhtml+xml',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  css: 'text/css',
  js: 'text/javascript',
  ncx: 'application/x-dtbncx+xml',
  opf: 'application/oebps-package+xml',
  smil: 'application/smil+xml',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  jxl: 'image/jxl',
  bmp: 'image/bmp',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
  json: 'application/json',
})
