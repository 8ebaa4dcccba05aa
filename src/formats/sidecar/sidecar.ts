import { opfMetadataOf } from '../opf/metadata.ts'
import type { MetadataSource, PublicationMetadata } from '../publication.ts'
import { wordTable } from '../values/word-table.ts'
import { readAcbf } from './acbf.ts'
import { readComet } from './comet.ts'
import { readComicInfo } from './comic-info.ts'
import { readMetronInfo } from './metron-info.ts'
import { readSidecarRoot, type SidecarLimits } from './read-sidecar-xml.ts'

type SidecarSource = Extract<MetadataSource, 'comicinfo' | 'metroninfo' | 'comet' | 'acbf' | 'opf'>

/** Highest precedence first: if two documents of a book disagree, the earlier one wins. */
export const sidecarPrecedence: readonly SidecarSource[] = ['comicinfo', 'metroninfo', 'comet', 'acbf', 'opf']

/** The kind of metadata document, by the name of the entry or file; undefined for any other file. */
export function sidecarKind(path: string): SidecarSource | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return byName[name] ?? (name.endsWith('.acbf') && !name.startsWith('.') ? 'acbf' : undefined)
}

/** Throws a FormatError of type `metadata` if the document can't be read. */
export function readSidecar(source: SidecarSource, bytes: Uint8Array, limits: SidecarLimits): PublicationMetadata {
  return readers[source](bytes, limits)
}

const byName = wordTable<SidecarSource>({
  'comicinfo.xml': 'comicinfo',
  'metroninfo.xml': 'metroninfo',
  'comet.xml': 'comet',
  'metadata.opf': 'opf',
})

const readers: Record<SidecarSource, (bytes: Uint8Array, limits: SidecarLimits) => PublicationMetadata> = {
  comicinfo: readComicInfo,
  metroninfo: readMetronInfo,
  comet: readComet,
  acbf: readAcbf,
  opf: readOpf,
}

/** `metadata.opf`, which calibre stores next to each book. */
function readOpf(bytes: Uint8Array, limits: SidecarLimits): PublicationMetadata {
  return opfMetadataOf(readSidecarRoot(bytes, limits, 'package'))
}
