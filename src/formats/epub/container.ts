import { FormatError } from '../errors.ts'
import { attributeOf, descendantsOf } from '../xml/tree.ts'
import type { BookFiles } from './files.ts'
import { decodePercent } from './href.ts'

/** The path of the package document. Without a usable container.xml, whatever ends in `.opf` and lies highest. */
export async function findPackage(files: BookFiles): Promise<string> {
  for (const path of await rootfiles(files)) if (files.find(path)) return files.find(path)!.name
  const packages = files.archive.entries.filter((entry) => entry.isFile && /\.opf$/i.test(entry.name))
  const highest = packages.toSorted((a, b) => depth(a.name) - depth(b.name) || a.index - b.index)[0]
  if (!highest) throw new FormatError('parser', 'This EPUB has no package document.')
  return highest.name
}

async function rootfiles(files: BookFiles): Promise<string[]> {
  const container = await files.readXml('META-INF/container.xml').catch(() => undefined)
  const found = descendantsOf(container?.root, 'rootfile')
  // Several renditions may be offered, the first is the default; one of another type is not for us.
  const packages = found.filter((element) => (attributeOf(element, 'media-type') ?? packageType) === packageType)
  return (packages.length > 0 ? packages : found)
    .map((element) => decodePercent(attributeOf(element, 'full-path') ?? '').replace(/^(\.?\/)+/, ''))
    .filter(Boolean)
}

const packageType = 'application/oebps-package+xml'

function depth(path: string): number {
  return path.split('/').length
}
