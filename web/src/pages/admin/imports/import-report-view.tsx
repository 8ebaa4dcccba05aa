import { Button, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { apiUrl } from '../../../api/urls.ts'
import { reasonText } from '../../../messages/reason-text.ts'
import { currentLanguage, t } from '../../../messages/t.ts'
import { SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import css from './imports.module.css'
import type { Import } from './imports-api.ts'

const outcomes = ['imported', 'updated', 'unchanged', 'left', 'failed'] as const

/** What was imported, or would be, and what was skipped and why. */
export function ImportReportView({ id, report }: { id: string; report: NonNullable<Import['report']> }) {
  const { isDryRun, isCancelled, counts, reasons, items, itemsLeftOut, errors } = report
  return (
    <SettingsSection title={isDryRun ? t('imports.reportTry') : t('imports.report')}>
      {isCancelled && <SettingsNote tone="warning">{t('imports.cancelled')}</SettingsNote>}
      {isDryRun && <SettingsNote>{t('imports.nothingChanged')}</SettingsNote>}
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
            {Object.entries(counts).map(([type, row]) => (
              <Table.Tr key={type}>
                <Table.Td>{typeName(type)}</Table.Td>
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
          {reasons.map(({ type, reason, count }) => (
            <li key={`${type} ${reason}`}>
              {numberText(count)} × {typeName(type)}: {skipText(reason)}
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
                <b>{reasonText(nameReason, name)}</b> ({typeName(type)}):{' '}
                {detail ? reasonText(detailReason, detail) : skipText(reason)}
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

const types = [
  ...(['user', 'library', 'book', 'series', 'collection', 'readList', 'cover', 'progress', 'key'] as const),
  ...(['completion', 'session', 'rating', 'wish', 'bookmark', 'annotation', 'bookMetadata', 'seriesMetadata'] as const),
  ...(['unlockedBookMetadata', 'unlockedSeriesMetadata'] as const),
  ...(['collectionMember', 'readListMember', 'seriesRelation', 'smartList', 'magicShelf', 'restriction'] as const),
  ...(['archivedBook', 'automaticCollection', 'favourite', 'filter', 'pageHash', 'preference', 'smartFilter'] as const),
  ...(['bookWithoutAFile', 'koboPosition', 'otherTable', 'otherColumn', 'person', 'bookSeries', 'dateAdded'] as const),
  ...(['follow', 'hide'] as const),
]
const reasonKeys = [
  ...([
    'book_not_found',
    'format_unreadable',
    'book_ambiguous',
    'not_analysed',
    'size_differs',
    'folder_not_mapped',
  ] as const),
  ...([
    'series_not_found',
    'series_spread',
    'list_not_found',
    'person_skipped',
    'person_unknown',
    'ours_newer',
    'already_here',
    'deleted_here',
  ] as const),
  ...([
    'in_files',
    'locked_here',
    'invalid_value',
    'picture_missing',
    'text_cut',
    'name_invalid',
    'not_chosen',
    'no_twin',
  ] as const),
]

const numberText = (count: number): string => count.toLocaleString(currentLanguage())

function typeName(type: string): string {
  // The report has types like “book metadata” and “Kobo position”, but keys have no spaces.
  const key = type.replace(/^./, (letter) => letter.toLowerCase()).replace(/ (.)/g, (_, letter) => letter.toUpperCase())
  const known = types.find((each) => each === key)
  return known ? t(`imports.type.${known}`) : type
}

function skipText(reason: string): string {
  const known = reasonKeys.find((each) => each === reason)
  return known ? t(`imports.reason.${known}`) : reason
}
