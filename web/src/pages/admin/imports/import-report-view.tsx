import { Button, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { apiUrl } from '../../../api/urls.ts'
import { reasonText } from '../../../messages/reason-text.ts'
import { numberText, t } from '../../../messages/t.ts'
import { KeyFigure, KeyFigures } from '../../settings/parts/key-figures.tsx'
import { SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { importTypeName, skipReasonText } from './import-report-names.ts'
import css from './imports.module.css'
import type { Import } from './imports-api.ts'

const outcomes = ['imported', 'updated', 'unchanged', 'left', 'failed'] as const

/** What was imported, or would be, and what was skipped and why. */
export function ImportReportView({ id, report }: { id: string; report: NonNullable<Import['report']> }) {
  const { isDryRun, isCancelled, counts, reasons, items, itemsLeftOut, errors } = report
  const imported = Object.entries(counts).filter(([type]) => !matchedTypes.includes(type))
  const found = matchedTypes.filter((type) => counts[type])
  return (
    <SettingsSection title={isDryRun ? t('imports.reportTry') : t('imports.report')}>
      {isCancelled && <SettingsNote tone="warning">{t('imports.cancelled')}</SettingsNote>}
      {isDryRun && <SettingsNote>{t('imports.nothingChanged')}</SettingsNote>}
      {found.length > 0 && (
        <>
          <h3 className={css.found}>{t('imports.foundHere')}</h3>
          <KeyFigures>
            {found.map((type) => (
              <KeyFigure key={type} label={foundLabel(type, counts[type]!)} value={foundRows(counts[type]!)} />
            ))}
          </KeyFigures>
        </>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse it is moved by the arrow keys */}
      <section className={css.scroll} tabIndex={0} aria-label={t('imports.report')}>
        <Table className="num">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('imports.rowType')}</Table.Th>
              {outcomes.map((outcome) => (
                <Table.Th key={outcome}>{t(`imports.outcome.${outcome}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {imported.map(([type, row]) => (
              <Table.Tr key={type}>
                <Table.Td>{importTypeName(type)}</Table.Td>
                {outcomes.map((outcome) => (
                  <Table.Td
                    key={outcome}
                    className={row[outcome] === 0 ? css.none : undefined}
                    data-outcome={t(`imports.outcome.${outcome}`)}
                  >
                    {numberText(row[outcome])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {errors.map((error) => (
        <SettingsNote key={error} tone="bad">
          {error}
        </SettingsNote>
      ))}
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ type, reason, count, detail, detailReason }) => (
            <li key={`${type} ${reason} ${detailReason?.code}`}>
              {numberText(count)} × {importTypeName(type)}:{' '}
              {detail ? reasonText(detailReason, detail) : skipReasonText(reason)}
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <details>
          <summary>{t('imports.items', { count: items.length + itemsLeftOut })}</summary>
          <ul className={css.items}>
            {items.map(({ type, name, nameReason, reason, detail, detailReason }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={i}>
                <b>{reasonText(nameReason, name)}</b> ({importTypeName(type)}):{' '}
                {detail ? reasonText(detailReason, detail) : skipReasonText(reason)}
              </li>
            ))}
            {itemsLeftOut > 0 && <li>…</li>}
          </ul>
        </details>
      )}
      <Button
        component="a"
        mt="md"
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.5} />}
        href={apiUrl(`/admin/imports/${id}/report`)}
        download
      >
        {t('imports.download')}
      </Button>
    </SettingsSection>
  )
}

/** Not imported themselves: what belongs to those that were found here is. */
const matchedTypes = ['library', 'series', 'book']

type Counts = NonNullable<Import['report']>['counts'][string]

const foundRows = ({ imported, updated, unchanged }: Counts): number => imported + updated + unchanged

const foundLabel = (type: string, counts: Counts): string =>
  t('imports.foundOf', { name: importTypeName(type), total: numberText(counts.rows) })
