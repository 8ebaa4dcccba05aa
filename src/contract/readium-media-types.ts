/** As Readium names what it exchanges; OPDS 2.0 and Komga use the same. */
export const webpubType = 'application/webpub+json'
export const divinaType = 'application/divina+json'
export const progressionType = 'application/vnd.readium.progression+json'
export const positionsType = 'application/vnd.readium.position-list+json'
