import type { Publication } from '../../formats/publication.ts'
import { deflateJson, inflateJson } from './deflated-json.ts'

/** Data for EPUB and PDF readers only: the spine, the other resources, the table of contents, Readium's positions. */
export type PublicationStructure = Pick<Publication, 'readingOrder' | 'resources' | 'toc' | 'positions'>

export function encodePublicationStructure(outline: PublicationStructure): Uint8Array {
  const { readingOrder, resources, toc, positions } = outline
  const hrefs: string[] = []
  const places = new Map<string, number>()
  const mediaTypes: string[] = []
  // Thousands of positions share a few dozen hrefs.
  const packedPositions = positions.map(({ href, mediaType, progression, totalProgression }) => {
    let place = places.get(href)
    if (place === undefined) {
      place = hrefs.push(href) - 1
      mediaTypes.push(mediaType)
      places.set(href, place)
    }
    return [place, progression, totalProgression]
  })
  return deflateJson({ readingOrder, resources, toc, hrefs, mediaTypes, positions: packedPositions })
}

export function decodePublicationStructure(bytes: Uint8Array): PublicationStructure {
  const { readingOrder, resources, toc, hrefs, mediaTypes, positions } = inflateJson(bytes) as Packed
  return {
    readingOrder,
    resources,
    toc,
    positions: positions.map(([place, progression, totalProgression], index) => ({
      href: hrefs[place]!,
      mediaType: mediaTypes[place]!,
      position: index + 1,
      progression,
      totalProgression,
    })),
  }
}

interface Packed extends Omit<PublicationStructure, 'positions'> {
  hrefs: string[]
  mediaTypes: string[]
  positions: [place: number, progression: number, totalProgression: number][]
}
