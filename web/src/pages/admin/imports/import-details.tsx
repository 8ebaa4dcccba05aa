import { useMutation } from '@tanstack/react-query'
import { t } from '../../../messages/t.ts'
import { LinkButton } from '../../../parts/link-button.tsx'
import { PathText } from '../../../parts/path-text.tsx'
import { SettingsHeader, SettingsNote } from '../../settings/parts/settings-section.tsx'
import { ImportChoices } from './import-choices.tsx'
import { ImportContents } from './import-contents.tsx'
import { ImportFolders } from './import-folders.tsx'
import { importErrorText, importSourceName } from './import-names.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportReportView } from './import-report-view.tsx'
import { ImportUsers } from './import-users.tsx'
import {
  type ChangeImportOptions,
  changeImportOptions,
  type Import,
  isImportRunning,
  mutationScopeOfImport,
} from './imports-api.ts'
import { ReadAgainNote, ReadImportAgain } from './read-import-again.tsx'
import { UndoOrDeleteImport } from './undo-or-delete-import.tsx'

/** The steps of one import: what it contains, where its folders are, its users, a dry run, and the import itself. */
export function ImportDetails({ source }: { source: Import }) {
  const change = useMutation({
    mutationFn: (edit: Parameters<ChangeImportOptions>[0]) => changeImportOptions(source.id, edit),
    scope: mutationScopeOfImport(source.id),
  })
  const { status, summary, task, report } = source
  const running = isImportRunning(source)
  return (
    <>
      <SettingsHeader title={importSourceName(source)} lead={<PathText path={source.name} />}>
        {status !== 'reading' && !running && <ReadImportAgain source={source} />}
        <LinkButton variant="default" to="/admin/$" params={{ _splat: 'imports' }}>
          {t('imports.all')}
        </LinkButton>
      </SettingsHeader>
      {status === 'failed' && <SettingsNote tone="bad">{importErrorText(source)}</SettingsNote>}
      {source.lastRunAt && !running && <ReadAgainNote source={source} />}
      {summary && (
        <>
          <ImportContents counts={summary.counts} />
          {source.kind === 'calibre-web' && !summary.counts.book && (
            <SettingsNote tone="warning">{t('imports.noCalibreDatabase')}</SettingsNote>
          )}
          <ImportFolders source={source} change={change.mutate} />
          <ImportUsers source={source} change={change.mutate} />
          <ImportChoices source={source} change={change.mutate} />
        </>
      )}
      {/* Right below the buttons that start it, however long the list of users above is. */}
      {running && task && <ImportProgress status={status} task={task} />}
      {report && !running && <ImportReportView id={source.id} report={report} />}
      <UndoOrDeleteImport source={source} />
    </>
  )
}
