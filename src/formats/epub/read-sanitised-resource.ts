import { createHash } from 'node:crypto'
import type { Archive } from '../archive/archive.ts'
import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { decodeXml } from '../xml/decode.ts'
import { type FontObfuscation, readEncryptedFiles } from './encryption.ts'
import { EpubFiles } from './epub-files.ts'
import { type EncodeAddress, encodeAddress } from './href.ts'
import { isHtml, isMarkup, resourceMediaTypeOf } from './media-type.ts'
import { readEpubPackage } from './read-epub.ts'
import { sanitiseCss } from './sanitise-css.ts'
import { sanitiseDocument } from './sanitise-document.ts'

/** Part of the cache key: change it whenever the output for the same file changes. */
export const RESOURCE_VERSION = 6

export interface SanitisedResource {
  bytes: Uint8Array
  /** The Content-Type of the response, including the charset for text. */
  contentType: string
}

/**
 * Reads a file of the book in a form that is safe for a browser: documents and stylesheets sanitised, fonts
 * de-obfuscated, everything else unchanged, with a type that browsers don't execute. Undefined for missing files,
 * scripts, and files of the container itself. `mediaType` is the manifest's; without it the file extension decides.
 */
export async function readSanitisedResource(
  archive: Archive,
  href: string,
  limits: Limits,
  mediaType?: string,
): Promise<SanitisedResource | undefined> {
  const files = new EpubFiles(archive, limits)
  const entry = files.find(href)
  if (!entry || /^(META-INF\/|mimetype$)/i.test(entry.name)) return undefined
  const type = resourceMediaTypeOf(mediaType, entry.name)
  if (isScript(type)) return undefined
  if (isText(type) && entry.size > limits.xmlBytes)
    throw new FormatError('page_extraction', `“${entry.name}” is too large to display.`, {
      entry: entry.name,
      limit: 'xmlBytes',
    })
  return serve(await readable(files, entry.name, await archive.read(entry)), type, addressEncoder(files, entry.name))
}

function serve(bytes: Uint8Array, type: string, encode: EncodeAddress): SanitisedResource {
  if (isHtml(type) || (isPlainXml(type) && hasHtmlRoot(bytes)))
    return text(sanitiseDocument(bytes, 'html', encode), 'application/xhtml+xml')
  if (isMarkup(type))
    return text(sanitiseDocument(bytes, 'xml', encode), type === 'image/svg+xml' ? type : 'application/xml')
  if (type === 'text/css') return text(sanitiseCss(decodeXml(bytes), encode), type)
  return { bytes, contentType: passes.test(type) ? type : 'application/octet-stream' }
}

/** Few books have files whose names contain `#` or `?`. */
function addressEncoder(files: EpubFiles, path: string): EncodeAddress {
  const isFile = files.archive.entries.some(({ name }) => /[?#]/.test(name)) ? files.has : undefined
  return (address) => encodeAddress(path, address, isFile)
}

/** Some books declare their chapters as plain XML, which no style of the reader would apply to. */
function isPlainXml(type: string): boolean {
  return type === 'application/xml' || type === 'text/xml'
}

function hasHtmlRoot(bytes: Uint8Array): boolean {
  const [root] = /<[\w:-]+/.exec(decodeXml(bytes.subarray(0, 4096)).replace(/<!--[\s\S]*?-->/g, '')) ?? []
  return root !== undefined && /^<(\w+:)?html$/i.test(root)
}

function text(content: string, type: string): SanitisedResource {
  return { bytes: Buffer.from(content), contentType: `${type}; charset=utf-8` }
}

/** Types that a browser displays or plays but never executes. Any other declared type is served as plain bytes. */
const passes =
  /^(image\/[\w.+-]+|font\/[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/(pdf|json|(x-)?font-[\w.+-]+|vnd\.ms-opentype|vnd\.ms-fontobject|ogg))$/

function isScript(type: string): boolean {
  return /javascript|ecmascript|jscript|livescript|vbscript|wasm/.test(type)
}

function isText(type: string): boolean {
  return isMarkup(type) || type === 'text/css'
}

async function readable(files: EpubFiles, path: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (!files.find('META-INF/encryption.xml')) return bytes
  const methods = await readEncryptedFiles(files)
  if (!methods.has(path)) return bytes
  const method = methods.get(path)
  if (method === undefined)
    throw new FormatError('page_extraction', `“${path}” is protected and can’t be opened.`, {
      entry: path,
      encrypted: true,
    })
  const { uniqueIdentifier } = await readEpubPackage(files)
  return uniqueIdentifier === undefined ? bytes : deobfuscate(bytes, method, uniqueIdentifier)
}

/**
 * Fonts in an EPUB may be obfuscated: their first bytes are XORed with a key derived from the book's unique identifier
 * (EPUB 3.3 §4.3 and Adobe's older method). XORing again restores the font; works on a copy, not on the argument.
 */
function deobfuscate(bytes: Uint8Array, method: FontObfuscation, uniqueIdentifier: string): Uint8Array {
  const key = method === 'idpf' ? idpfKey(uniqueIdentifier) : adobeKey(uniqueIdentifier)
  if (key.length === 0) return bytes
  const plain = Uint8Array.from(bytes)
  const end = Math.min(plain.length, method === 'idpf' ? 1040 : 1024)
  for (let at = 0; at < end; at++) plain[at] = plain[at]! ^ key[at % key.length]!
  return plain
}

/** SHA-1 of the identifier without any white space. */
function idpfKey(uniqueIdentifier: string): Uint8Array {
  return createHash('sha1')
    .update(uniqueIdentifier.replace(/[ \t\r\n]/g, ''))
    .digest()
}

/** The sixteen bytes of the UUID. */
function adobeKey(uniqueIdentifier: string): Uint8Array {
  const hex = uniqueIdentifier.replace(/^urn:uuid:/i, '').replace(/[^\da-f]/gi, '')
  return hex.length === 32 ? Buffer.from(hex, 'hex') : new Uint8Array()
}
