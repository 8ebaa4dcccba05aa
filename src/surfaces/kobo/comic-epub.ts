import type { PageBytes } from '../../images/page-reader.ts'
import { transcode } from '../../images/transcode.ts'
import { readPages } from '../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { escapeXml } from '../present/escape-xml.ts'
import { comicPagePath } from './reading-state.ts'

/** Change it when the same comic would be wrapped differently. */
const WRAPPER_VERSION = 1
/** The largest screens of these devices; more only costs space and battery. */
const SCREEN = { width: 1404, height: 1872 }

/** A comic as an EPUB of full-screen pages: the only form in which the device syncs one. Created once, then cached. */
export function wrapComicAsEpub(context: AppContext, file: ServedBookFile, isRightToLeft: boolean) {
  return context.images.cache.take(`kobo-comic ${WRAPPER_VERSION} ${isRightToLeft} ${file.version}`, () =>
    makeEpub(context, file, isRightToLeft),
  )
}

async function makeEpub(context: AppContext, file: ServedBookFile, isRightToLeft: boolean): Promise<Uint8Array> {
  const pages = await readPages(context.db, file)
  const { default: yazl } = await import('yazl')
  const zip = new yazl.ZipFile()
  const add = (name: string, data: string | Uint8Array, compress = true) =>
    zip.addBuffer(Buffer.from(data as Uint8Array), name, { ...fixedTime, compress })
  add('mimetype', 'application/epub+zip', false)
  add('META-INF/container.xml', container)
  const items: { page: number; image: string; mediaType: string }[] = []
  for (const index of pages.keys()) {
    const made = await fitPage(context, await context.images.pages.read({ ...file, pages }, index, SCREEN)).catch(
      () => undefined,
    )
    // A damaged page keeps its place, so that page numbers are the same on every device.
    const image = made && `page_${String(index + 1).padStart(4, '0')}.${made.extension}`
    if (made && image) {
      add(`OEBPS/images/${image}`, made.bytes, false)
      items.push({ page: index + 1, image, mediaType: made.mediaType })
    }
    add(comicPagePath(index + 1), pageDocument(index + 1, image, made ?? SCREEN))
  }
  add('OEBPS/content.opf', packageDocument(file, pages.length, items, isRightToLeft))
  add('OEBPS/nav.xhtml', navigation(file.title))
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const fixedTime = { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true }

async function fitPage(context: AppContext, page: PageBytes) {
  const limits = { maxPixels: context.config.limits.image_pixels }
  const { bytes } = await transcode(page.bytes, page.mediaType, { ...SCREEN, format: 'jpeg', quality: 82 }, limits)
  page.release()
  return { bytes, mediaType: 'image/jpeg', extension: 'jpg', ...jpegSize(bytes) }
}

/** From the frame header of a JPEG that we encoded. */
function jpegSize(bytes: Uint8Array): { width: number; height: number } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 9 < view.length; at += 2 + view.readUInt16BE(at + 2)) {
    const marker = view[at + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) }
    }
  }
  return SCREEN
}

const container =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'

function pageDocument(
  page: number,
  image: string | undefined,
  { width, height }: { width: number; height: number },
): string {
  const picture = image ? `<img src="images/${image}" width="${width}" height="${height}" alt="Page ${page}"/>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Page ${page}</title><meta name="viewport" content="width=${width}, height=${height}"/><style>html,body{margin:0;padding:0}</style></head><body><div><span class="koboSpan" id="kobo.1.1">${picture}</span></div></body></html>`
}

function packageDocument(
  file: ServedBookFile,
  pageCount: number,
  images: readonly { page: number; image: string; mediaType: string }[],
  isRightToLeft: boolean,
): string {
  const numbers = Array.from({ length: pageCount }, (_, index) => String(index + 1).padStart(4, '0'))
  const modified = `${new Date(file.modifiedAt).toISOString().slice(0, 19)}Z`
  const pictures = images.map(
    ({ page, image, mediaType }, index) =>
      `<item id="i${page}" href="images/${image}" media-type="${mediaType}"${index === 0 ? ' properties="cover-image"' : ''}/>`,
  )
  const documents = numbers.map((n) => `<item id="p${n}" href="page_${n}.xhtml" media-type="application/xhtml+xml"/>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" prefix="rendition: http://www.idpf.org/vocab/rendition/#"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${bytesToUuid(file.uid)}</dc:identifier><dc:title>${escapeXml(file.title)}</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">${modified}</meta><meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">landscape</meta><meta property="rendition:orientation">auto</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${pictures.join('')}${documents.join('')}</manifest><spine page-progression-direction="${isRightToLeft ? 'rtl' : 'ltr'}">${numbers.map((n) => `<itemref idref="p${n}"/>`).join('')}</spine></package>`
}

const navigation = (title: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${escapeXml(title)}</title></head><body><nav epub:type="toc"><ol><li><a href="page_0001.xhtml">${escapeXml(title)}</a></li></ol></nav></body></html>`
