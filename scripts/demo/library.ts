import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { coverSvg, pageSvg } from './covers.ts'
import { epubOf, verticalEpubOf } from './epub.ts'
import { fixedEpubOf } from './fixed-epub.ts'
import { pdfOf } from './pdf.ts'
import { zipToBuffer } from './zip-to-buffer.ts'

const manga = [
  'Akai Ito',
  'Kumo no Ue',
  'Yoru no Machi',
  'Hoshi o Yobu Hito',
  'Shiroi Kage',
  'Neko to Denpa',
  'Natsu no Owari',
  'Mizu no Oto',
  'Tetsu no Hana',
  'Ginga Ryokan',
  'Kami no Fune',
  'Ame no Hi',
]
const comics = [
  'The Salt Road',
  'Harbor Lights',
  'Captain Meridian',
  'Ninth Lantern',
  'The Paper King',
  'Iron Orchard',
  'Silver Static',
  'Low Tide',
  'Moth & Flame',
  'Clockwork Saints',
  'Under Green Glass',
  'The Quiet Engine',
  'Nightjar',
  'Blue Hour',
]
const books = [
  'The Cartographer’s Daughter',
  'Die Stille der Berge',
  'A History of Rain',
  'Small Gods of the Coast',
  'Letters to Nobody',
  'The Glass Observatory',
  'Salt and Cedar',
  'An Atlas of Lost Rivers',
  'Where the Ferries Go',
  'A Year of Bees',
]
const genres = [
  'Adventure',
  'Comedy',
  'Drama',
  'Fantasy',
  'History',
  'Horror',
  'Mystery',
  'Romance',
  'Science fiction',
  'Slice of life',
]
const people = [
  'Mara Lindqvist',
  'Tomás Ibarra',
  'Megumi Nakamura',
  'Ada Whitlock',
  'Yusuf Demir',
  'Ines Falk',
  'Jun Takahashi',
  'Noor Haddad',
]
const summaries = [
  'When the last ferry leaves without her, a young archivist finds a map that redraws itself every night. What begins as a puzzle becomes a journey along a coast that should not exist, with a crew that remembers the future better than the past. Nobody on board will say who is steering, and the harbour they left is no longer on any chart.',
  'Twelve years after the war, the lanterns over the harbour light up again. Nobody admits to having lit them. A quiet detective, a retired captain and a boy who speaks with birds follow the glow out to sea.',
  'A tender, funny and slightly haunted story about a family that inherits a bookshop and everyone who ever bought a book in it.',
]

/** One shelf of each kind: enough for a journey, quick to create. */
export async function writeSmallLibrary(root: string): Promise<void> {
  await writeComic(root, 1, 'Akai Ito', 2, 9, true)
  await writeComic(root, 22, 'Harbor Lights', 2, 9, false)
  await writeBooks(root, 41, 'A History of Rain', 1)
  await writePictureBook(root, 51, 'Paper Boats')
  await writeLongComic(root, 'The Long Way Home', 120)
  await writeLeaves(root, 'Field Notes')
}

/** Three libraries of drawn books: enough to see every page of the interface with content. */
export async function writeDemoLibrary(root: string, { volumes = 4, pages = 14 } = {}): Promise<string[]> {
  const folders = ['Manga', 'Comics', 'Books'].map((name) => join(root, name))
  const [mangaAt = '', comicsAt = '', booksAt = ''] = folders
  for (const [n, title] of manga.entries())
    await writeComic(mangaAt, n, title, 1 + ((n * 3) % volumes) + 2, pages, true)
  for (const [n, title] of comics.entries())
    await writeComic(comicsAt, n + 20, title, 1 + ((n * 5) % volumes), pages, false)
  for (const [n, title] of books.entries()) await writeBooks(booksAt, n + 40, title, 1 + (n % 3))
  await writePictureBook(booksAt, 51, 'Paper Boats')
  await writeJapanese(booksAt, 52, '吾輩は猫である')
  await writeLeaves(booksAt, 'Field Notes')
  await writeTrouble(comicsAt)
  return folders
}

async function writeComic(at: string, work: number, title: string, volumes: number, pages: number, manga: boolean) {
  await mkdir(join(at, title), { recursive: true })
  for (let volume = 1; volume <= volumes; volume++) {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from(comicInfo(work, title, volume, volumes, manga)), 'ComicInfo.xml')
    zip.addBuffer(await jpeg(coverSvg(work, volume, title, `Volume ${volume}`)), '001.jpg', { compress: false })
    for (let page = 2; page <= pages; page++) {
      const picture = await jpeg(pageSvg(work, page, page === 8))
      zip.addBuffer(picture, `${String(page).padStart(3, '0')}.jpg`, { compress: false })
    }
    await writeFile(join(at, title, `${title} v${String(volume).padStart(2, '0')}.cbz`), await zipToBuffer(zip))
  }
}

/** One drawing repeated: for turning pages, not for looking at. */
async function writeLongComic(at: string, title: string, pages: number) {
  await mkdir(join(at, title), { recursive: true })
  const zip = new ZipFile()
  const picture = await sharp(await jpeg(pageSvg(23, 2, false)))
    .resize({ width: 480 })
    .jpeg()
    .toBuffer()
  for (let page = 1; page <= pages; page++)
    zip.addBuffer(picture, `${String(page).padStart(3, '0')}.jpg`, { compress: false })
  await writeFile(join(at, title, `${title}.cbz`), await zipToBuffer(zip))
}

async function writeBooks(at: string, work: number, series: string, count: number) {
  await mkdir(join(at, series), { recursive: true })
  for (let number = 1; number <= count; number++) {
    const title = count === 1 ? series : `${series} ${number}`
    const author = people[work % people.length] ?? ''
    const cover = await jpeg(coverSvg(work, number, title, author))
    await writeFile(join(at, series, `${title}.epub`), await epubOf({ title, author, series, number, cover }))
  }
}

/** Nine pages with a fixed layout, of which eight face each other. */
async function writePictureBook(at: string, work: number, title: string) {
  await mkdir(join(at, title), { recursive: true })
  const author = people[work % people.length] ?? ''
  const pictures = [
    coverSvg(work, 1, title, author),
    ...Array.from({ length: 8 }, (_, i) => pageSvg(work, i + 2, false)),
  ]
  const drawn = await Promise.all(pictures.map(jpeg))
  await writeFile(join(at, title, `${title}.epub`), await fixedEpubOf({ title, author, pictures: drawn }))
}

async function writeJapanese(at: string, work: number, title: string) {
  await mkdir(join(at, title), { recursive: true })
  const author = '夏目漱石'
  const cover = await jpeg(coverSvg(work, 1, title, author))
  await writeFile(join(at, title, `${title}.epub`), await verticalEpubOf({ title, author, cover }))
}

async function writeLeaves(at: string, title: string) {
  await mkdir(join(at, title), { recursive: true })
  await writeFile(join(at, title, `${title}.pdf`), pdfOf(['First leaf', 'Second leaf', 'Third leaf']))
}

/** What every real library has somewhere: a truncated file, one that isn't a comic, and a duplicate. */
async function writeTrouble(at: string) {
  const whole = await readFile(join(at, 'Blue Hour', 'Blue Hour v01.cbz'))
  await mkdir(join(at, 'Unsorted'), { recursive: true })
  await writeFile(join(at, 'Unsorted', 'Blue Hour (copy).cbz'), whole)
  await writeFile(join(at, 'Unsorted', 'Download 7.cbz'), whole.subarray(0, whole.length / 3))
  await writeFile(join(at, 'Unsorted', 'Saved page.cbz'), '<!doctype html><title>Not found</title>')
}

function comicInfo(work: number, title: string, volume: number, count: number, manga: boolean): string {
  const pick = (list: string[], n: number) => list[n % list.length]
  return `<?xml version="1.0"?><ComicInfo><Title>Volume ${volume}</Title><Series>${title.replace('&', '&amp;')}</Series><Number>${volume}</Number><Count>${count}</Count>
    <Summary>${pick(summaries, work)}</Summary><Year>${1984 + ((work * 7) % 40)}</Year><Writer>${pick(people, work)}</Writer><Penciller>${pick(people, work + 3)}</Penciller>
    <Publisher>${pick(['Lantern House', 'Kumo Shobo', 'Meridian Press', 'Northlight'], work)}</Publisher><Genre>${pick(genres, work)}, ${pick(genres, work + 4)}</Genre><Tags>${pick(['cats', 'islands', 'winter', 'school', 'ghosts', 'music'], work)}</Tags>
    <LanguageISO>${manga ? 'ja' : 'en'}</LanguageISO><Manga>${manga ? 'YesAndRightToLeft' : 'No'}</Manga><AgeRating>${work % 3 ? 'Everyone' : 'Teen'}</AgeRating>
    <StoryArc>${pick(['The Long Winter', 'Signal Fires'], work)}</StoryArc><StoryArcNumber>${volume}</StoryArcNumber><Characters>Mara Quill, Ione</Characters><Teams>The Night Ferry</Teams></ComicInfo>`
}

function jpeg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}
