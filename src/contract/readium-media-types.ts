/** Readium's media types; OPDS 2.0 and Komga use the same. */
export const webpubMediaType = 'application/webpub+json'
export const divinaMediaType = 'application/divina+json'
export const progressionMediaType = 'application/vnd.readium.progression+json'
export const positionsMediaType = 'application/vnd.readium.position-list+json'
export const opdsPublicationMediaType = 'application/opds-publication+json'
