import { familyNames, genres, givenNames, languages } from './name-parts.ts'
import type { PlannedSeries } from './plan.ts'
import { Random } from './random.ts'
import { makeZip, type ZipEntry } from './zip.ts'

export interface SampleBook {
  path: string
  bytes: Buffer
}

/** Book `n` (from 0) of a series, as a file. `pictures` are small real JPEGs. */
export function makeBook(seed: number, series: PlannedSeries, n: number, pictures: readonly Buffer[]): SampleBook {
  const number = series.first + n
  const random = new Random(seed, 'book', number)
  const isBroken = random.chance(0.005)
  const { name, bytes } = makers[series.kind](random, series, n, pictures, `lectern ${seed}/${number}`)
  return {
    path: `${series.folder}/${name}`,
    bytes: isBroken ? bytes.subarray(0, Math.floor(bytes.byteLength / 3)) : bytes,
  }
}

type Maker = (
  random: Random,
  series: PlannedSeries,
  n: number,
  pictures: readonly Buffer[],
  mark: string,
) => { name: string; bytes: Buffer }

const comic: Maker = (random, series, n, pictures, mark) => {
  const isManga = series.kind !== 'comic'
  const pages = random.chance(0.05) ? random.whole(24, 60) : random.whole(1, 3)
  const entries: ZipEntry[] = Array.from({ length: pages }, (_, page) => ({
    name: `${String(page + 1).padStart(3, '0')}.jpg`,
    bytes: random.pick(pictures),
  }))
  if (random.chance(isManga ? 0.4 : 0.8)) {
    entries.push({ name: 'ComicInfo.xml', bytes: Buffer.from(comicInfo(random, series, n)), isDeflated: true })
  }
  const label = isManga ? `v${String(n + 1).padStart(2, '0')}` : String(n + 1).padStart(3, '0')
  const extension = random.chance(0.9) ? 'cbz' : 'zip'
  return { name: `${fileSafe(series.title)} ${label} (${series.year}).${extension}`, bytes: makeZip(entries, mark) }
}

const epub: Maker = (random, series, n, _pictures, mark) => {
  const chapters = random.whole(2, 6)
  const author = `${random.pick(givenNames)} ${random.pick(familyNames)}`
  const title = series.books === 1 ? series.title : `${series.title} ${n + 1}`
  const ids = Array.from({ length: chapters }, (_, index) => `c${index + 1}`)
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${mark}</dc:identifier><dc:title>${xml(title)}</dc:title>
<dc:creator>${author}</dc:creator><dc:language>en</dc:language><dc:publisher>${xml(series.publisher)}</dc:publisher><dc:date>${series.year}</dc:date>
<dc:description>${sentence(random, 40)}</dc:description><dc:subject>${random.pick(genres)}</dc:subject></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${ids
    .map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('')}</manifest><spine>${ids.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`
  const page = (heading: string, body: string) =>
    Buffer.from(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${heading}</title></head><body>${body}</body></html>`,
    )
  const nav = `<nav epub:type="toc"><ol>${ids.map((id, index) => `<li><a href="${id}.xhtml">Chapter ${index + 1}</a></li>`).join('')}</ol></nav>`
  const container =
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
  const entries: ZipEntry[] = [
    { name: 'mimetype', bytes: Buffer.from('application/epub+zip') },
    { name: 'META-INF/container.xml', bytes: Buffer.from(container), isDeflated: true },
    { name: 'OEBPS/content.opf', bytes: Buffer.from(opf), isDeflated: true },
    { name: 'OEBPS/nav.xhtml', bytes: page('Contents', nav), isDeflated: true },
    ...ids.map((id, index) => ({
      name: `OEBPS/${id}.xhtml`,
      bytes: page(`Chapter ${index + 1}`, `<h1>Chapter ${index + 1}</h1><p>${sentence(random, 300)}</p>`),
      isDeflated: true,
    })),
  ]
  return { name: `${fileSafe(title)}.epub`, bytes: makeZip(entries, mark) }
}

const pdf: Maker = (random, series, n, _pictures, mark) => {
  const pages = random.whole(1, 3)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, page) => `${page + 4} 0 R`).join(' ')}] >>`,
    `<< /Title (${series.title.replace(/[^ -~]|[()\\]/g, '')} ${n + 1}) /Producer (${mark}) >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] >>'),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return { name: `${fileSafe(series.title)} - ${n + 1}.pdf`, bytes: Buffer.from(text, 'latin1') }
}

const makers: Record<PlannedSeries['kind'], Maker> = { comic, manga: comic, webtoon: comic, epub, pdf }

function comicInfo(random: Random, series: PlannedSeries, n: number): string {
  const person = () => `${givenNames[random.rank(20)]} ${familyNames[random.rank(20)]}`
  const fields: [name: string, probability: number, value: () => string][] = [
    ['Series', 0.95, () => series.title],
    ['Number', 0.95, () => (random.chance(0.02) ? `${n + 1}.5` : String(n + 1))],
    ['Title', 0.6, () => sentence(random, 3)],
    ['Year', 0.95, () => String(series.year)],
    ['Month', 0.7, () => String(random.whole(1, 12))],
    ['Publisher', 0.95, () => series.publisher],
    ['Summary', 0.7, () => sentence(random, random.whole(30, 150))],
    ['Writer', 0.85, () => Array.from({ length: random.whole(1, 3) }, person).join(', ')],
    ['Penciller', 0.6, person],
    ['Colorist', 0.6, person],
    ['Genre', 0.7, () => [random.pick(genres), random.pick(genres)].join(', ')],
    ['Tags', 0.5, () => Array.from({ length: random.whole(1, 6) }, () => `tag ${random.rank(500)}`).join(', ')],
    ['Web', 0.7, () => `https://example.org/issue/${series.index}-${n}`],
    ['LanguageISO', 0.5, () => random.pick(languages)],
    ['Characters', 0.4, () => Array.from({ length: random.whole(5, 15) }, person).join(', ')],
    ['AgeRating', 0.3, () => random.pick(['Everyone', 'Teen', 'Mature 17+'])],
    ['StoryArc', 0.15, () => sentence(random, 2)],
  ]
  if (series.kind === 'manga') fields.push(['Manga', 0.7, () => 'YesAndRightToLeft'])
  const body = fields
    .filter(([, probability]) => random.chance(probability))
    .map(([name, , value]) => `<${name}>${xml(value())}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>\n${body.join('\n')}\n</ComicInfo>\n`
}

const LOREM =
  'the harbour was quiet when she came back with a lantern and nobody asked where the map had gone after the storm took the last boat out to sea'.split(
    ' ',
  )

function sentence(random: Random, words: number): string {
  return Array.from({ length: words }, () => random.pick(LOREM)).join(' ')
}

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const fileSafe = (text: string) => text.replace(/[/:]/g, ' -')
