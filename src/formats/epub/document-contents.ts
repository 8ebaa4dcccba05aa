import { attributeOf, localName } from '../xml/tree.ts'
import { type IsFile, resolveHref } from './href.ts'
import { type MarkupHandlers, parseMarkup } from './parse-markup.ts'

/** The pictures of a document, as paths in the book, in order and without duplicates; and the amount of text. */
export interface DocumentContents {
  images: string[]
  /** Number of characters that aren't white space; counting stops at `enough`. */
  characters: number
}

/** Stops counting early: callers only need to know whether there is a noteworthy amount of text. */
export function documentContentsOf(bytes: Uint8Array, path: string, enough: number, isFile?: IsFile): DocumentContents {
  const images = new Set<string>()
  let characters = 0
  let hidden = 0
  const events: MarkupHandlers = {
    open(name, attributes) {
      const local = localName(name).toLowerCase()
      if (hidden > 0 || unseen.has(local)) hidden++
      const element = { name: local, prefix: '', attributes, children: [] }
      const source =
        local === 'img' ? attributeOf(element, 'src') : local === 'image' ? attributeOf(element, 'href') : undefined
      const target = source && resolveHref(path, source, isFile)
      if (target) images.add(target.path)
    },
    close() {
      if (hidden > 0) hidden--
    },
    text(data) {
      if (hidden === 0 && characters < enough) characters += data.replace(/\s+/g, '').length
    },
  }
  parseMarkup(bytes, () => {
    images.clear()
    characters = 0
    hidden = 0
    return events
  })
  return { images: [...images], characters }
}

/** Elements whose text isn't displayed. */
const unseen: ReadonlySet<string> = new Set(['head', 'script', 'style', 'title', 'desc', 'metadata', 'template'])
