import { wordTable } from '../values/word-table.ts'
/** The media type by file extension; undefined for anything that isn't an image. */
export function imageTypeOfName(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? undefined : TYPES[name.slice(dot + 1).toLowerCase()]
}

const TYPES = wordTable<string>({
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  jxl: 'image/jxl',
  svg: 'image/svg+xml',
  heic: 'image/heic',
  heif: 'image/heif',
  jp2: 'image/jp2',
})

/** The name of a format that neither Lectern nor most browsers can decode; undefined for all others. */
export function unsupportedImageFormat(mediaType: string): string | undefined {
  return UNSUPPORTED[mediaType]
}

const UNSUPPORTED = wordTable<string>({ 'image/heic': 'HEIC', 'image/heif': 'HEIF', 'image/jp2': 'JPEG 2000' })
