import { ZipFile } from 'yazl'
import { collect } from './zip.ts'

const prose = [
  'The last ferry had gone when she came down to the quay, and the water lay so still that the lamps along the mole stood twice in it.',
  'She put down the case and looked at the timetable, which had been rained on so often that only the hours were left.',
  'Nobody had told her that the island kept its own time. The clock over the harbour office said ten past four, and it had said so, the boy on the bench explained, since before he was born.',
  '“You can wait,” he said, “or you can walk. It comes to the same.”',
  'So she walked. The road went up between walls of stacked stone, and behind each wall there was a garden, and in each garden a light, and not one of them belonged to anyone she would have to explain herself to.',
]

/** A small, well-made EPUB 3 with a cover, a table of contents and chapters of plain prose. */
export async function epubOf(book: { title: string; author: string; series: string; number: number; cover: Buffer }) {
  const chapters = ['The Ferry', 'A Map of Nothing', 'Low Water', 'What the Lamp Saw', 'North']
  const zip = new ZipFile()
  const add = (path: string, text: string | Buffer, compress = true) =>
    zip.addBuffer(Buffer.isBuffer(text) ? text : Buffer.from(text), path, { compress })
  add('mimetype', 'application/epub+zip', false)
  add(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  )
  add('OEBPS/content.opf', packageOf(book, chapters))
  add('OEBPS/nav.xhtml', page('Contents', navOf(chapters), ' xmlns:epub="http://www.idpf.org/2007/ops"'))
  add('OEBPS/cover.jpg', book.cover, false)
  for (const [index, chapter] of chapters.entries()) {
    const paragraphs = Array.from({ length: 60 }, (_, i) => `<p>${prose[(i * 3 + index) % prose.length]}</p>`)
    add(`OEBPS/c${index + 1}.xhtml`, page(chapter, `<h1>${chapter}</h1>${paragraphs.join('')}`))
  }
  return collect(zip)
}

function packageOf(
  book: { title: string; author: string; series: string; number: number },
  chapters: string[],
): string {
  const items = chapters.map(
    (_, i) => `<item id="c${i + 1}" href="c${i + 1}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const refs = chapters.map((_, i) => `<itemref idref="c${i + 1}"/>`)
  return `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:demo:${encodeURIComponent(book.title)}</dc:identifier><dc:title>${book.title}</dc:title><dc:language>en</dc:language>
    <dc:creator id="a">${book.author}</dc:creator><dc:publisher>Northlight</dc:publisher><dc:date>2019</dc:date>
    <dc:description>An archivist misses the last ferry and finds an island that keeps its own time.</dc:description>
    <meta property="belongs-to-collection" id="s">${book.series}</meta><meta refines="#s" property="collection-type">series</meta><meta refines="#s" property="group-position">${book.number}</meta>
    <meta property="dcterms:modified">2024-01-01T00:00:00Z</meta></metadata>
    <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>${items.join('')}</manifest>
    <spine>${refs.join('')}</spine></package>`
}

function navOf(chapters: string[]): string {
  const entries = chapters.map((title, i) => `<li><a href="c${i + 1}.xhtml">${title}</a></li>`)
  return `<nav epub:type="toc"><ol>${entries.join('')}</ol></nav>`
}

function page(title: string, body: string, extra = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"${extra} lang="en"><head><title>${title}</title></head><body>${body}</body></html>`
}
