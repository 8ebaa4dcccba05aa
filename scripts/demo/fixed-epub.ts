import { packEpub } from './epub.ts'

/** A picture book with a fixed layout: a cover, then facing pages. */
export function fixedEpubOf(book: { title: string; author: string; pictures: Buffer[]; rtl?: boolean }) {
  const names = book.pictures.map((_, index) => `p${index + 1}`)
  const left = (index: number) => (index % 2 === 1) !== Boolean(book.rtl)
  const side = (index: number) => (index === 0 ? 'center' : left(index) ? 'left' : 'right')
  return packEpub({
    ...book,
    language: 'en',
    cover: book.pictures[0] as Buffer,
    metadata:
      '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">landscape</meta><meta property="rendition:orientation">auto</meta>',
    direction: book.rtl ? 'rtl' : 'ltr',
    files: book.pictures.map((data, index) => ({ path: `images/p${index + 1}.jpg`, type: 'image/jpeg', data })),
    pages: names.map((name, index) => ({
      path: `${name}.xhtml`,
      title: index === 0 ? 'Cover' : `Leaf ${index}`,
      head: '<meta name="viewport" content="width=800, height=1200"/><style>html, body { margin: 0 } img { display: block; width: 800px; height: 1200px } p { position: absolute; inset: auto 0 24px; margin: 0; text-align: center; font: 24px serif; color: #fff; background: #0009 }</style>',
      body: `<img src="images/${name}.jpg" alt="Leaf ${index}"/>${index === 0 ? '' : `<p>Leaf ${index}</p>`}`,
      properties: `rendition:page-spread-${side(index)}`,
    })),
  })
}
