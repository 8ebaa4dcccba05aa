import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Author, AuthorRole, PublicationMetadata } from '../publication.ts'
import { parseListField } from '../values/text.ts'
import { defaultXmlLimits, parseXml, XmlError } from '../xml/parse.ts'
import type { XmlElement } from '../xml/tree.ts'

export type SidecarLimits = Pick<Limits, 'xmlBytes'>

/** The root element of a sidecar, or a `metadata` error: an incomplete sidecar can't be trusted. */
export function readSidecarRoot(bytes: Uint8Array, limits: SidecarLimits, name: string): XmlElement {
  const { root, wellNested } = parseOrThrow(bytes, limits, name)
  if (!wellNested) throw new FormatError('metadata', `${name} is not well-formed XML.`)
  if (root.name.toLowerCase() !== name.toLowerCase())
    throw new FormatError('metadata', `${name} expected, but the document is a "${root.name.slice(0, 60)}".`)
  return root
}

function parseOrThrow(bytes: Uint8Array, limits: SidecarLimits, name: string) {
  try {
    return parseXml(bytes, { ...defaultXmlLimits, maxBytes: limits.xmlBytes })
  } catch (error) {
    // Messages of our own limits are written for users; those of the parser aren't.
    const reason = error instanceof XmlError ? `can’t be read: ${error.message}` : 'is not well-formed XML'
    throw new FormatError('metadata', `${name} ${reason}.`, undefined, { cause: error })
  }
}

/** All people named in one field, with the role of that field. */
export function authorsInField(written: string | undefined, role: AuthorRole): Author[] {
  return (parseListField(written) ?? []).map((name) => ({ name, role }))
}

/** Removes undefined fields and empty lists. */
export function withoutEmptyFields(metadata: PublicationMetadata): PublicationMetadata {
  const present = Object.entries(metadata).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(present)
}
