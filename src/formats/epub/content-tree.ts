import { FormatError } from '../errors.ts'
import { localName, type XmlElement } from '../xml/tree.ts'
import { parseMarkup } from './parse-markup.ts'

const deepest = 2048

/**
 * Parses a content document into a tree, repaired as a browser does if it isn't well-formed. The root is synthetic and
 * contains the whole document.
 */
export function readContentTree(bytes: Uint8Array): XmlElement {
  let root = element('', {})
  parseMarkup(bytes, () => {
    root = element('', {})
    const open = [root]
    return {
      open(name, attributes) {
        if (open.length > deepest)
          throw new FormatError('page_extraction', 'The document is nested too deeply to read.')
        const child = element(name, attributes)
        open.at(-1)!.children.push(child)
        open.push(child)
      },
      close() {
        if (open.length > 1) open.pop()
      },
      text(data) {
        const siblings = open.at(-1)!.children
        // Parsers deliver text in chunks; pointers count text nodes, so adjacent chunks are merged.
        if (typeof siblings.at(-1) === 'string') siblings[siblings.length - 1] += data
        else siblings.push(data)
      },
    }
  })
  return root
}

function element(name: string, attributes: Record<string, string>): XmlElement {
  const colon = name.indexOf(':')
  return {
    name: localName(name).toLowerCase(),
    prefix: colon > 0 ? name.slice(0, colon) : '',
    attributes,
    children: [],
  }
}
