import { packageMetadata } from '../opf/metadata.ts'
import type { PublicationMetadata } from '../publication.ts'
import { readSidecarRoot, type SidecarLimits } from './read-xml.ts'

/** `metadata.opf`, which calibre keeps beside each book. */
export function readOpf(bytes: Uint8Array, limits: SidecarLimits): PublicationMetadata {
  return packageMetadata(readSidecarRoot(bytes, limits, 'package'))
}
