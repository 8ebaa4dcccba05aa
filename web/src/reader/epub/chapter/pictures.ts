import { frameOffsetInWindow } from '../../annotations/popover-position.ts'

/** An image of a book, as shown in the viewer. */
export type BookPicture = { url: string; label: string }

/** Smaller images are ornaments and symbols. */
const minSide = 64

/** The image by the URL of its file; inline SVGs have none, and get a data URL. */
export function bookPictureOf(element: Element): BookPicture | undefined {
  const box = element.getBoundingClientRect()
  if (box.width < minSide || box.height < minSide) return undefined
  if (element.localName === 'img') {
    const { currentSrc, src, alt } = element as HTMLImageElement
    return { url: currentSrc || src, label: alt.trim() }
  }
  const svg = element.closest('svg')
  if (!svg) return undefined
  const label = (svg.querySelector('title')?.textContent ?? svg.getAttribute('aria-label') ?? '').trim()
  const images = svg.querySelectorAll('image')
  const href = images[0]?.getAttribute('href') ?? images[0]?.getAttributeNS('http://www.w3.org/1999/xlink', 'href')
  // Most covers are a single image inside an SVG.
  if (href && images.length === 1 && !svg.querySelector('path, text, rect, circle, polygon, line'))
    return { url: new URL(href, svg.baseURI).href, label }
  const copy = svg.cloneNode(true) as SVGElement
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${box.width} ${box.height}`)
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  const text = new XMLSerializer().serializeToString(copy)
  return { url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`, label }
}

/** The first image in the viewport. */
export function firstPictureInSight(documents: Document[]): BookPicture | undefined {
  for (const doc of documents) {
    const { left, top } = frameOffsetInWindow(doc)
    for (const element of doc.querySelectorAll('img, svg')) {
      const box = element.getBoundingClientRect()
      const [x, y] = [left + box.left + box.width / 2, top + box.top + box.height / 2]
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue
      const picture = bookPictureOf(element)
      if (picture) return picture
    }
  }
  return undefined
}
