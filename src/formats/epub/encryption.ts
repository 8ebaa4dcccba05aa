import { FormatError } from '../errors.ts'
import { wordTable } from '../values/word-table.ts'
import { attributeOf, descendantsNamed, firstDescendantNamed } from '../xml/tree.ts'
import type { EpubFiles } from './epub-files.ts'
import { decodePercent } from './href.ts'
import { isImage, isMarkup } from './media-type.ts'
import type { ManifestItem } from './package-document.ts'

export type FontObfuscation = 'idpf' | 'adobe'

/**
 * META-INF/encryption.xml: path of each encrypted file → its font obfuscation, or undefined when it needs the seller's
 * key.
 */
export async function readEncryptedFiles(files: EpubFiles): Promise<Map<string, FontObfuscation | undefined>> {
  const methods = new Map<string, FontObfuscation | undefined>()
  const document = await files.readXml('META-INF/encryption.xml')
  for (const data of descendantsNamed(document?.root, 'EncryptedData')) {
    const uri = attributeOf(firstDescendantNamed(data, 'CipherReference'), 'URI')
    if (!uri) continue
    const path = decodePercent(uri).replace(/^(\.?\/)+/, '')
    methods.set(path, obfuscations[attributeOf(firstDescendantNamed(data, 'EncryptionMethod'), 'Algorithm') ?? ''])
  }
  return methods
}

/**
 * Obfuscated fonts are no problem, and the text stays readable without encrypted video or audio. Documents, stylesheets
 * and pictures are essential: if one of them is encrypted, the book can't be read here.
 */
export async function refuseEncryptedBook(files: EpubFiles, items: readonly ManifestItem[]): Promise<void> {
  if (!files.find('META-INF/encryption.xml')) return
  const methods = await readEncryptedFiles(files)
  const locked = items.find(
    (item) => methods.has(item.path) && methods.get(item.path) === undefined && isNeeded(item.mediaType),
  )
  if (!locked) return
  const details = { encrypted: true, entry: locked.path }
  throw new FormatError('parser', `This EPUB is protected${schemeIn(files)} and can’t be opened.`, details)
}

function isNeeded(mediaType: string): boolean {
  return isMarkup(mediaType) || isImage(mediaType) || mediaType === 'text/css'
}

const obfuscations = wordTable<FontObfuscation>({
  'http://www.idpf.org/2008/embedding': 'idpf',
  'http://ns.adobe.com/pdf/enc#RC': 'adobe',
})

function schemeIn(files: EpubFiles): string {
  if (files.find('META-INF/license.lcpl')) return ' by Readium LCP'
  if (files.find('META-INF/sinf.xml')) return ' by Apple FairPlay'
  return files.find('META-INF/rights.xml') ? ' by Adobe DRM' : ''
}
