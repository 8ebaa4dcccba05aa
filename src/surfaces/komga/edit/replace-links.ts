import { normaliseLine } from '../../../catalog/metadata/normalise-text.ts'
import { type ExternalOwner, replaceExternalLinks } from '../../../store/external/change-external-data.ts'
import type { Tx } from '../../../store/open.ts'

/** Sets exactly these links. Two of the same label are distinguished by a number. Returns whether anything changed. */
export async function replaceKomgaLinks(
  tx: Tx,
  owner: ExternalOwner,
  ownerId: number,
  links: readonly { label: string; url: string }[],
  now: number,
): Promise<boolean> {
  const used = new Map<string, string>()
  for (const { label, url } of links) {
    const [name, address] = [normaliseLine(label) ?? 'Link', normaliseLine(url)]
    if (address === null || !/^https?:\/\//i.test(address)) continue
    let free = name
    for (let copy = 2; used.has(free); copy++) free = `${name} (${copy})`
    used.set(free, address)
  }
  return replaceExternalLinks(
    tx,
    owner,
    ownerId,
    [...used].map(([source, url]) => ({ source, url })),
    now,
  )
}
