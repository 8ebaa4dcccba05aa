import { normaliseLine } from '../../../catalog/metadata/normalise-text.ts'
import { replaceAlternateTitleRows } from '../../../store/metadata/replace-alternate-title-rows.ts'
import type { Tx } from '../../../store/open.ts'

export async function replaceKomgaAlternateTitles(
  tx: Tx,
  seriesId: number,
  titles: readonly { label: string; title: string }[],
  now: number,
): Promise<boolean> {
  const clean = titles.flatMap(({ label, title }) => {
    const [name, text] = [normaliseLine(label), normaliseLine(title)]
    return name && text ? [{ label: name, title: text }] : []
  })
  return replaceAlternateTitleRows(tx, seriesId, clean, now)
}
