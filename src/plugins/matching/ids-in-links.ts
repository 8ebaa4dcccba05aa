/** A link to a series at a known site has its id, and so have names like “Garden [anilist-30002]”. */
interface ExternalId {
  source: string
  externalId: string
}

/** The series that links and names point to; of a site to which they have several, none is certain. */
export function idsInLinksAndNames(links: readonly string[], names: readonly string[]): ExternalId[] {
  const ids = new Map<string, Set<string>>()
  for (const { source, externalId } of [...links.flatMap(idInLink), ...names.flatMap(idsInName)])
    ids.getOrInsertComputed(source, () => new Set()).add(externalId)
  return [...ids].flatMap(([source, [externalId, ...others]]) =>
    others.length === 0 ? [{ source, externalId: externalId! }] : [],
  )
}

export function idInLink(link: string): ExternalId[] {
  const address = link.replace(/^https?:\/\/(?:www\.|beta\.)?/i, '')
  return SITES.flatMap(([source, pattern]) => {
    const externalId = pattern.exec(address)?.[1]
    return externalId === undefined ? [] : [{ source, externalId }]
  })
}

const idsInName = (name: string): ExternalId[] =>
  [...name.matchAll(ID_IN_NAME)].flatMap(([, site, externalId]) => {
    const source = SHORT_NAMES[site!.toLowerCase()] ?? site!.toLowerCase()
    return [{ source, externalId: externalId! }]
  })

const SITES: readonly (readonly [source: string, pattern: RegExp])[] = [
  ['anilist', /^anilist\.co\/manga\/(\d+)/i],
  ['myanimelist', /^myanimelist\.net\/manga\/(\d+)/i],
  ['mangaupdates', /^mangaupdates\.com\/series\/([a-z\d]+)/i],
  ['mangaupdates', /^mangaupdates\.com\/series\.html\?id=(\d+)/i],
  ['mangadex', /^mangadex\.org\/(?:title|manga)\/([a-f\d-]{36})/i],
  ['mangabaka', /^mangabaka\.(?:dev|org)\/(\d+)/i],
  ['kitsu', /^kitsu\.(?:io|app)\/manga\/(\d+)/i],
  ['animeplanet', /^anime-planet\.com\/manga\/([\w-]+)/i],
  ['animenewsnetwork', /^animenewsnetwork\.com\/encyclopedia\/manga\.php\?id=(\d+)/i],
  ['shikimori', /^shikimori\.\w+\/mangas\/[a-z]*(\d+)/i],
  // Volumes: the number of an issue begins with 4000.
  ['comicvine', /^comicvine\.gamespot\.com\/[^/]+\/4050-(\d+)/i],
]
const SHORT_NAMES: Readonly<Record<string, string>> = { al: 'anilist', mal: 'myanimelist', mu: 'mangaupdates' }
const ID_IN_NAME =
  /[[({](anilist|al|myanimelist|mal|mangaupdates|mu|mangadex|mangabaka|kitsu|comicvine)(?:id)?[-=:_ ]([\w-]+)[\])}]/gi
