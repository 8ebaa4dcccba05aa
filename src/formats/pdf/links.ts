import { makeDestinationFinder, type PdfDestination } from './destination.ts'
import { makePageBoxConverter, type RelativePageBox, readRect, roundBox } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'

/** An area of the page that links to a page of the document or to a URL. */
export type PdfLink = RelativePageBox & Partial<PdfDestination> & { url?: string }

const maxLinks = 1000

/** The links of an open page: first annotations, then URLs in the text. Only http and https. */
export function readLinks(pdfium: Pdfium, document: number, page: number): PdfLink[] {
  const links = readMarked(pdfium, document, page)
  for (const written of readWritten(pdfium, page))
    if (links.length < maxLinks && !links.some((link) => covers(link, written))) links.push(written)
  return links
}

function readMarked(pdfium: Pdfium, document: number, page: number): PdfLink[] {
  const measure = makePageBoxConverter(pdfium, page)
  const find = makeDestinationFinder(pdfium, document, { maxPages: 20 })
  const links: PdfLink[] = []
  pdfium.borrow(24, (address) => {
    const [position, found, rect] = [address, address + 4, address + 8]
    pdfium.view.setInt32(position, 0, true)
    for (let count = 0; count < maxLinks; count++) {
      if (pdfium.call('FPDFLink_Enumerate', page, position, found) === 0) return
      const link = pdfium.view.getUint32(found, true)
      if (pdfium.call('FPDFLink_GetAnnotRect', link, rect) === 0) continue
      const box = readRect(pdfium, rect)
      const target = box && targetOf(pdfium, document, link, find)
      if (target) links.push({ ...roundBox(measure(box)), ...target })
    }
  })
  return links
}

/** fpdf_doc.h, PDFACTION_*. */
const GOTO = 1
const URI = 3

function targetOf(
  pdfium: Pdfium,
  document: number,
  link: number,
  find: ReturnType<typeof makeDestinationFinder>,
): PdfDestination | { url: string } | undefined {
  const direct = pdfium.call('FPDFLink_GetDest', document, link)
  if (direct !== 0) return find(direct)
  const action = pdfium.call('FPDFLink_GetAction', link)
  if (action === 0) return undefined
  const type = pdfium.call('FPDFAction_GetType', action)
  if (type === GOTO) return find(pdfium.call('FPDFAction_GetDest', document, action))
  if (type !== URI) return undefined
  return webAddress(
    pdfium.bytes((address, length) => pdfium.call('FPDFAction_GetURIPath', document, action, address, length)),
  )
}

function readWritten(pdfium: Pdfium, page: number): PdfLink[] {
  const text = pdfium.call('FPDFText_LoadPage', page)
  if (text === 0) return []
  const found = pdfium.call('FPDFLink_LoadWebLinks', text)
  try {
    return found === 0 ? [] : describeWritten(pdfium, page, found)
  } finally {
    if (found !== 0) pdfium.call('FPDFLink_CloseWebLinks', found)
    pdfium.call('FPDFText_ClosePage', text)
  }
}

function describeWritten(pdfium: Pdfium, page: number, found: number): PdfLink[] {
  const measure = makePageBoxConverter(pdfium, page)
  const links: PdfLink[] = []
  const count = Math.min(pdfium.call('FPDFLink_CountWebLinks', found), maxLinks)
  for (let index = 0; index < count; index++) {
    // This call counts in UTF-16 units, not in bytes.
    const target = webAddress(
      pdfium.text((address, length) => pdfium.call('FPDFLink_GetURL', found, index, address, length / 2) * 2, 8192),
    )
    if (!target) continue
    const lines = Math.min(pdfium.call('FPDFLink_CountRects', found, index), 20)
    for (let line = 0; line < lines; line++)
      pdfium.borrow(32, (address) => {
        const [left, top, right, bottom] = [address, address + 8, address + 16, address + 24]
        if (pdfium.call('FPDFLink_GetRect', found, index, line, left, top, right, bottom) === 0) return
        const at = (place: number) => pdfium.view.getFloat64(place, true)
        const rect = { left: at(left), top: at(top), right: at(right), bottom: at(bottom) }
        links.push({ ...roundBox(measure(rect)), ...target })
      })
  }
  return links
}

/** Normalises a web URL; anything else, above all what a browser would execute, isn't a link. */
function webAddress(written: string): { url: string } | undefined {
  const trimmed = written.trim()
  const address = /^www\./i.test(trimmed) ? `http://${trimmed}` : trimmed
  if (address === '' || address.length > 4000 || !/^https?:\/\//i.test(address) || !URL.canParse(address))
    return undefined
  return { url: new URL(address).href }
}

function covers(link: PdfLink, other: PdfLink): boolean {
  const x = other.x + other.width / 2
  const y = other.y + other.height / 2
  return x >= link.x && x <= link.x + link.width && y >= link.y && y <= link.y + link.height
}
