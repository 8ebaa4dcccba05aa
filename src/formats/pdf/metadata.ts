import type { Author, PublicationMetadata } from '../publication.ts'
import { isbn13 } from '../values/isbn.ts'
import { htmlToPlainText, parseListField, parseTextField } from '../values/text.ts'
import { withoutUndefined } from '../values/without-undefined.ts'
import type { PdfDocument } from './document.ts'
import { readXmp, withoutEmptyString } from './xmp.ts'

/**
 * Metadata from the Info dictionary, the XMP packet and the viewer preferences. XMP is richer, but Info's title is more
 * often right and comes first.
 */
export function readPdfMetadata(pdf: PdfDocument): PublicationMetadata {
  const info = (name: string) => withoutEmptyString(parseTextField(infoText(pdf, name)))
  const xmp = readXmp(pdf.source, pdf.limits)
  const title = meaningful(info('Title')) ?? meaningful(xmp.title)
  const authors = peopleIn(info('Author'))
  const found: PublicationMetadata = {
    ...xmp,
    title,
    ...(authors.length > 0 && !xmp.authors && { authors }),
    summary: xmp.summary ?? htmlToPlainText(info('Subject')),
    tags: xmp.tags ?? parseListField(info('Keywords')),
    isbn: xmp.isbn ?? isbn13(info('ISBN')) ?? isbnIn(info('Keywords')) ?? isbnIn(info('Subject')),
    modified: xmp.modified ?? isoDate(info('ModDate')),
    readingDirection: direction(pdf),
  }
  return withoutUndefined(found)
}

function infoText(pdf: PdfDocument, name: string): string {
  return pdf.use('metadata', (pdfium, handle) =>
    pdfium.withName(name, (tag) =>
      pdfium.text((address, length) => pdfium.call('FPDF_GetMetaText', handle, tag, address, length), 65_536),
    ),
  )
}

/** Word processors and printer drivers use the file name as the title, or write a placeholder. */
function meaningful(title: string | undefined): string | undefined {
  const named = title
    ?.replace(/^Microsoft (Office )?(Word|PowerPoint|Excel|Publisher|Visio) - /i, '')
    .replace(/(\S)\.(docx?|docm|rtf|odt|wpd|pptx?|xlsx?|pub|vsdx?|indd|qxd|fm|tex|dvi)$/i, '$1')
    .trim()
  return named && !madeUp.test(named) ? named : undefined
}

const madeUp =
  /^(about:blank|untitled([-\s]?\d+)?|unknown|document[-\s]?\d*|presentation[-\s]?\d+|powerpoint presentation|\(?none\)?)$/i

/** Names are separated by semicolons, ampersands or "and"; by commas only if each part is a full name. */
function peopleIn(written: string | undefined): Author[] {
  if (!written) return []
  const parts = written.replace(/\s+/g, ' ').split(/ ?(?:;|&|\band\b) ?/i)
  const names = parts.flatMap((part) => {
    const byComma = part.split(/ ?, ?/)
    return byComma.every((name) => /\S\s+\S/.test(name)) ? byComma : [part]
  })
  return [...new Set(names.map((name) => name.trim()).filter(Boolean))].map((name) => ({ name, role: 'author' }))
}

function isbnIn(text: string | undefined): string | undefined {
  return isbn13(/ISBN[-:\s\d()]*?((?:97[89][-\s]?)?\d[-\s\d]{8,14}[\dXx])/i.exec(text ?? '')?.[1])
}

/** `D:20230401073249+02'00'`, ISO 32000-1 §7.9.4. */
function isoDate(written: string | undefined): string | undefined {
  const parts = /^D?:?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?([Z+-])?(\d{2})?'?(\d{2})?/.exec(written ?? '')
  if (!parts) return undefined
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign = 'Z',
    zoneHour = '00',
    zoneMinute = '00',
  ] = parts
  const zone = sign === 'Z' ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** ViewerPreferences /Direction /R2L: how comics in PDF are marked as manga. */
function direction(pdf: PdfDocument): 'rtl' | undefined {
  const found = pdf.use('metadata', (pdfium, handle) =>
    pdfium.withName('Direction', (key) =>
      pdfium.borrow(16, (address) => {
        const length = pdfium.call('FPDF_VIEWERREF_GetName', handle, key, address, 16)
        return length > 1 && length <= 16
          ? Buffer.from(pdfium.memory.subarray(address, address + length - 1)).toString('latin1')
          : ''
      }),
    ),
  )
  return found === 'R2L' ? 'rtl' : undefined
}
