import { ZipFile } from 'yazl'
import { zipToBuffer } from './zip-to-buffer.ts'

const prose = [
  'The last ferry had gone when she came down to the quay, and the water lay so still that the lamps along the mole stood twice in it.',
  'She put down the case and looked at the timetable, which had been rained on so often that only the hours were left.',
  'Nobody had told her that the island kept its own time. The clock over the harbour office said ten past four, and it had said so, the boy on the bench explained, since before he was born.',
  '“You can wait,” he said, “or you can walk. It comes to the same.”',
  'So she walked. The road went up between walls of stacked stone, and behind each wall there was a garden, and in each garden a light, and not one of them belonged to anyone she would have to explain herself to.',
]

/** The opening of a novel from 1905, in the public domain. */
const cat = [
  '<ruby>吾輩<rt>わがはい</rt></ruby>は猫である。名前はまだ無い。',
  'どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。吾輩はここで始めて人間というものを見た。',
  'しかもあとで聞くとそれは書生という人間中で一番<ruby>獰悪<rt>どうあく</rt></ruby>な種族であったそうだ。この書生というのは時々我々を捕えて煮て食うという話である。',
  'しかしその当時は何という考もなかったから別段恐しいとも思わなかった。ただ彼の掌に載せられてスーと持ち上げられた時何だかフワフワした感じがあったばかりである。',
  '掌の上で少し落ちついて書生の顔を見たのがいわゆる人間というものの見始であろう。この時妙なものだと思った感じが今でも残っている。',
]

type Work = { title: string; author: string; series?: string; number?: number; cover: Buffer }

/** A small, well-made EPUB 3 with a cover, a table of contents and chapters of plain prose. */
export function epubOf(book: Work) {
  const chapters = ['The Ferry', 'A Map of Nothing', 'Low Water', 'What the Lamp Saw', 'North']
  return packEpub({
    ...book,
    language: 'en',
    metadata:
      '<dc:description>An archivist misses the last ferry and finds an island that keeps its own time.</dc:description>',
    pages: chapters.map((title, index) => {
      const paragraphs = Array.from({ length: 60 }, (_, i) => `<p>${prose[(i * 3 + index) % prose.length]}</p>`)
      const { before = '', after = '' } = notes[index] ?? {}
      return { path: `c${index + 1}.xhtml`, title, body: `<h1>${title}</h1>${before}${paragraphs.join('')}${after}` }
    }),
  })
}

/** Marks in the second chapter: one is declared as a note reference, the other only looks like one. */
const notes: Record<number, { before?: string; after?: string }> = {
  1: {
    before:
      '<p>Maps lie<a role="doc-noteref" href="#n1">1</a>, some of them kindly<sup><a id="r2" href="c5.xhtml#n2">2</a></sup>.</p>',
    after: '<aside id="n1" role="doc-footnote"><p>As <em>every</em> archivist knows.</p></aside>',
  },
  4: { after: '<ol><li id="n2"><p>The kind ones were drawn by ferrymen. <a href="c2.xhtml#r2">↩</a></p></li></ol>' },
}

/** Set from top to bottom and from right to left, as Japanese novels are; some packages don't declare it. */
export function verticalEpubOf(book: Work, { isDirectionDeclared = true } = {}) {
  return packEpub({
    ...book,
    language: 'ja',
    direction: isDirectionDeclared ? 'rtl' : undefined,
    pages: ['一', '二', '三'].map((title, index) => {
      const paragraphs = Array.from({ length: 40 }, (_, i) => `<p>　${cat[(i + index) % cat.length]}</p>`)
      const head = '<style>html { writing-mode: vertical-rl; -epub-writing-mode: vertical-rl }</style>'
      return { path: `c${index + 1}.xhtml`, title, head, body: `<h1>${title}</h1>${paragraphs.join('')}` }
    }),
  })
}

type EpubPage = { path: string; title: string; head?: string; body: string; properties?: string }
type Parts = Work & {
  language: string
  metadata?: string
  direction?: 'ltr' | 'rtl'
  pages: EpubPage[]
  files?: { path: string; type: string; data: Buffer }[]
}

export function packEpub(book: Parts): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (path: string, data: string | Buffer, compress = true) =>
    zip.addBuffer(Buffer.isBuffer(data) ? data : Buffer.from(data), path, { compress })
  add('mimetype', 'application/epub+zip', false)
  add(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  )
  add('OEBPS/content.opf', packageOf(book))
  const entries = book.pages.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`)
  const nav = { title: 'Contents', body: `<nav epub:type="toc"><ol>${entries.join('')}</ol></nav>` }
  add('OEBPS/nav.xhtml', pageOf(nav, book.language, ' xmlns:epub="http://www.idpf.org/2007/ops"'))
  add('OEBPS/cover.jpg', book.cover, false)
  for (const page of book.pages) add(`OEBPS/${page.path}`, pageOf(page, book.language))
  for (const { path, data } of book.files ?? []) add(`OEBPS/${path}`, data, false)
  return zipToBuffer(zip)
}

function packageOf({
  title,
  author,
  series,
  number,
  language,
  metadata = '',
  direction,
  pages,
  files = [],
}: Parts): string {
  const items = [
    ...pages.map(({ path }, i) => `<item id="c${i + 1}" href="${path}" media-type="application/xhtml+xml"/>`),
    ...files.map(({ path, type }, i) => `<item id="f${i + 1}" href="${path}" media-type="${type}"/>`),
  ]
  const refs = pages.map(
    ({ properties }, i) => `<itemref idref="c${i + 1}"${properties ? ` properties="${properties}"` : ''}/>`,
  )
  const belongs = series
    ? `<meta property="belongs-to-collection" id="s">${series}</meta><meta refines="#s" property="collection-type">series</meta><meta refines="#s" property="group-position">${number}</meta>`
    : ''
  return `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:demo:${encodeURIComponent(title)}</dc:identifier><dc:title>${title}</dc:title><dc:language>${language}</dc:language>
    <dc:creator id="a">${author}</dc:creator><dc:publisher>Northlight</dc:publisher><dc:date>2019</dc:date>
    ${belongs}${metadata}
    <meta property="dcterms:modified">2024-01-01T00:00:00Z</meta></metadata>
    <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>${items.join('')}</manifest>
    <spine${direction ? ` page-progression-direction="${direction}"` : ''}>${refs.join('')}</spine></package>`
}

function pageOf({ title, head = '', body }: Pick<EpubPage, 'title' | 'head' | 'body'>, language: string, extra = '') {
  return `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"${extra} lang="${language}" xml:lang="${language}"><head><title>${title}</title>${head}</head><body>${body}</body></html>`
}
