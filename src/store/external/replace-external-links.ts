import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { deleteExternalLink, type ExternalOwner, saveExternalLink } from './external-ids-and-links.ts'

/** Exactly these links, each source once; those that stay keep their ids. Answers whether anything changed. */
export async function replaceExternalLinks(
  tx: Tx,
  owner: ExternalOwner,
  ownerId: number,
  links: readonly { source: string; url: string }[],
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ source: string; url: string }>`select source, url
    from ${sql.table(`${owner}_external_link`)} where ${sql.ref(`${owner}_id`)} = ${ownerId}`.execute(tx)
  const before = new Map(rows.map((row) => [row.source, row.url]))
  const after = new Map(links.map((link) => [link.source, link.url]))
  const gone = [...before.keys()].filter((source) => !after.has(source))
  const other = [...after].filter(([source, url]) => before.get(source) !== url)
  for (const source of gone) await deleteExternalLink(tx, owner, ownerId, source)
  for (const [source, url] of other) {
    await saveExternalLink(tx, owner, ownerId, { source, url, externalId: null }, now)
  }
  return gone.length > 0 || other.length > 0
}
