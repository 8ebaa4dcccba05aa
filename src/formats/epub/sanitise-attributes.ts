import { localName } from '../xml/tree.ts'
import { type EncodeAddress, isExternal } from './href.ts'
import { sanitiseCss } from './sanitise-css.ts'

/** Removes the attributes that run scripts, submit, or load from outside the book. Keys are as written. */
export function sanitiseAttributes(
  element: string,
  attributes: Record<string, string>,
  encode: EncodeAddress = (address) => address,
): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const cleaned = cleanAttribute(element, name, value, encode)
    if (cleaned !== undefined) clean[name] = cleaned
  }
  return clean
}

function cleanAttribute(element: string, name: string, value: string, encode: EncodeAddress): string | undefined {
  const local = localName(name).toLowerCase()
  if (local.startsWith('on') || /^ev:/i.test(name) || forbidden.has(local)) return undefined
  if (local === 'style') return sanitiseCss(value, encode)
  if (name.startsWith('xmlns')) return value
  if (local === 'srcset' || local === 'imagesrcset') return cleanSourceSet(value, encode)
  if (isAddress(element, local)) return isAllowed(element, local, value) ? encode(value) : undefined
  // SMIL values, which could end up in a script URL
  return /^(values|from|to|by)$/.test(local) && isScript(value) ? undefined : value
}

/** Attributes that submit, navigate automatically, open windows, or contain a whole document. */
const forbidden: ReadonlySet<string> = new Set(
  'srcdoc action formaction formtarget formmethod formenctype target ping download manifest autofocus autoplay http-equiv nonce integrity archive codebase classid code profile'.split(
    ' ',
  ),
)

const addresses: ReadonlySet<string> = new Set(
  'href src data poster background cite longdesc usemap lowsrc dynsrc icon base altimg'.split(' '),
)

function isAddress(element: string, local: string): boolean {
  // `data` is a URL only on an object, elsewhere it is plain text; `base` is xml:base
  return addresses.has(local) && (local !== 'data' || element === 'object')
}

/** Links may point to schemes that need the user's click; anything loaded automatically must be in this book. */
function isAllowed(element: string, local: string, value: string): boolean {
  const address = normalised(value)
  if (!isExternal(address)) return true
  if ((element === 'a' || element === 'area') && local === 'href') return /^(https?|mailto|tel):/i.test(address)
  if (local === 'cite' || local === 'longdesc') return /^https?:/i.test(address)
  const isPicture =
    /^(img|image|source|input|video|feimage|picture)$/.test(element) && /^(src|href|poster)$/.test(local)
  return isPicture && /^data:image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(address)
}

function cleanSourceSet(value: string, encode: EncodeAddress): string | undefined {
  const candidates = value.split(/,\s+/).filter((candidate) => !isExternal(normalised(candidate)))
  if (candidates.length === 0) return undefined
  return candidates.map((candidate) => candidate.replace(/^(\s*)(\S+)/, (_, gap, url) => gap + encode(url))).join(', ')
}

function isScript(value: string): boolean {
  return /(javascript|vbscript|data):/i.test(normalised(value))
}

/** Normalises a URL as browsers do: control characters and white space inside a scheme are ignored. */
function normalised(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what hides a scheme
  return value.replace(/[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, '')
}
