import { type ImportReport, matchedTypes, skipReasons } from '../import-export/import-report.ts'

/** `readList member` → `read list member` */
const inWords = (type: string) => type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export function printImportReport(report: ImportReport): void {
  console.log(report.isDryRun ? 'Nothing was changed. Without --dry-run, this would import:' : 'Imported:')
  for (const [type, counts] of Object.entries(report.counts)) {
    const { rows, imported, updated, unchanged, left, failed } = counts
    // They aren’t imported: what belongs to them is.
    const isFound = matchedTypes.includes(type)
    const parts = [
      ...(isFound
        ? [`${imported + updated + unchanged} found here`]
        : [`${imported} new`, `${updated} updated`, `${unchanged} unchanged`]),
      `${left} left out`,
      `${failed} failed`,
    ]
    console.log(`  ${inWords(type)}: ${rows} ${rows === 1 ? 'row' : 'rows'} (${parts.join(', ')})`)
  }
  for (const { type, reason, count, detail } of report.reasons)
    console.log(`  ${count} × ${inWords(type)}: ${detail ?? skipReasons[reason]} (${reason})`)
  for (const error of report.errors) console.error(`  ${error}`)
  if (report.isCancelled) console.error('Cancelled before it finished. Run the same command again to continue.')
}
