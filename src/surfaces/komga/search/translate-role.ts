import { wordTable } from '../../../formats/values/word-table.ts'
/** Translates roles between Komga and us. The writer of an ebook is its author here and a writer there. */
export const komgaRoleOf = (role: string): string => OUT[role] ?? role

export function rolesFromKomga(role: string): string[] {
  const name = role.trim().toLowerCase()
  const same = Object.keys(OUT).filter((ours) => OUT[ours] === name)
  return [name, ...same]
}

const OUT = wordTable<string>({ author: 'writer', co_author: 'writer', cover_artist: 'cover' })
