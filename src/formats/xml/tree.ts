/**
 * A parsed XML element. `name` excludes the prefix: real files bind prefixes wrongly or not at all, and no format read
 * here uses one local name with two meanings.
 */
export interface XmlElement {
  name: string
  prefix: string
  /** By the name as written, including the prefix. */
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

export function childElementsOf(parent: XmlElement | undefined): XmlElement[] {
  return parent ? parent.children.filter((child): child is XmlElement => typeof child !== 'string') : []
}

/** Direct children of that local name; case-insensitive. */
export function childrenNamed(parent: XmlElement | undefined, name: string): XmlElement[] {
  return childElementsOf(parent).filter((child) => isNamed(child, name))
}

export function firstChildNamed(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find((child): child is XmlElement => typeof child !== 'string' && isNamed(child, name))
}

/** All elements of that name below `root`, in document order. */
export function descendantsNamed(root: XmlElement | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (element: XmlElement) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (isNamed(child, name)) found.push(child)
      visit(child)
    }
  }
  if (root) visit(root)
  return found
}

export function firstDescendantNamed(root: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const child of childElementsOf(root)) {
    const found = isNamed(child, name) ? child : firstDescendantNamed(child, name)
    if (found) return found
  }
  return undefined
}

/** Finds by exact name first, then by local name with any prefix; trimmed, and undefined if empty. */
export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  if (!element) return undefined
  const exact = element.attributes[name]
  if (exact !== undefined) return exact.trim() || undefined
  for (const key in element.attributes) {
    const isPrefixed = key.length > name.length && key.charCodeAt(key.length - name.length - 1) === colon
    if (isPrefixed && key.endsWith(name)) return element.attributes[key]?.trim() || undefined
  }
  return undefined
}

const colon = 0x3a

/** All text inside, in document order, unchanged. */
export function rawTextOf(element: XmlElement | undefined): string {
  if (!element) return ''
  let text = ''
  for (const child of element.children) text += typeof child === 'string' ? child : rawTextOf(child)
  return text
}

/** All text inside with runs of white space collapsed; `undefined` when nothing is left. */
export function textOf(element: XmlElement | undefined): string | undefined {
  return rawTextOf(element).replace(/\s+/g, ' ').trim() || undefined
}

export function textOfChild(parent: XmlElement | undefined, name: string): string | undefined {
  return textOf(firstChildNamed(parent, name))
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function isNamed(element: XmlElement, name: string): boolean {
  return element.name === name || element.name.toLowerCase() === name.toLowerCase()
}
