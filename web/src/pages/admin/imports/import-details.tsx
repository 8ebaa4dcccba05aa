import { Button, Group, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showMessage } from '../../../api/show-message.ts'
import { reasonText } from '../../../messages/reason-text.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { SettingRows, SwitchRow } from '../../settings/parts/setting-row.tsx'
import { SettingsHeader, SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { cancelTask } from '../tasks/tasks-api.ts'
import { ImportFolders } from './import-folders.tsx'
import { ImportReportView } from './import-report-view.tsx'
import { ImportUsers } from './import-users.tsx'
import {
  deleteImport,
  type Import,
  type ImportOptions,
  isImportRunning,
  runImport,
  undoImport,
  updateImportOptions,
} from './imports-api.ts'

/** The steps of one import: what it contains, where its folders are, its users, a dry run, and the import itself. */
export function ImportDetails({ source }: { source: Import }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'run' | 'undo' | 'delete'>()
  const change = useMutation({
    mutationFn: (options: Partial<ImportOptions>) => updateImportOptions(source.id, options),
  })
  const run = useMutation({ mutationFn: (dryRun: boolean) => runImport(source.id, dryRun) })
  const cancel = useMutation({ mutationFn: (id: string) => cancelTask(id) })
  const { options, summary, task, report } = source
  const running = isImportRunning(source)
  const toList = () => void navigate({ to: '/admin/$', params: { _splat: 'imports' } })
  return (
    <>
      <SettingsHeader title={importSourceName(source)} lead={source.name}>
        <LinkButton variant="default" to="/admin/$" params={{ _splat: 'imports' }}>
          {t('imports.all')}
        </LinkButton>
      </SettingsHeader>
      {source.status === 'failed' && <SettingsNote tone="bad">{importErrorText(source)}</SettingsNote>}
      {summary && (
        <>
          <ImportFolders source={source} change={change.mutate} />
          <ImportUsers source={source} change={change.mutate} />
          <SettingsSection title={t('imports.what')}>
            <SettingRows>
              {whatToImport(source.kind).map((name) => (
                <SwitchRow
                  key={name}
                  label={t(`imports.${name}`)}
                  text={name === 'takesMetadata' ? metadataText(source.kind) : t(`imports.${name}Text`)}
                  checked={options[name]}
                  set={(on) => change.mutate({ [name]: on })}
                />
              ))}
            </SettingRows>
            <Group mt="md">
              <Button variant="default" disabled={running} onClick={() => run.mutate(true)}>
                {t('imports.try')}
              </Button>
              <Button disabled={running} onClick={() => setAsking('run')}>
                {t('imports.run')}
              </Button>
            </Group>
          </SettingsSection>
        </>
      )}
      {/* Right below the buttons that start it, however long the list of users above is. */}
      {running && task && (
        <SettingsSection title={source.status === 'reading' ? t('imports.reading') : t('imports.running')}>
          <Progress
            aria-label={t('imports.running')}
            animated
            value={task.progress.total > 0 ? (task.progress.current / task.progress.total) * 100 : 100}
          />
          <Button
            mt="sm"
            variant="default"
            size="xs"
            // It ends only after what it is writing at the moment.
            loading={cancel.isPending || (cancel.isSuccess && cancel.variables === task.id)}
            onClick={() => cancel.mutate(task.id)}
          >
            {t('common.cancel')}
          </Button>
        </SettingsSection>
      )}
      {report && !running && <ImportReportView id={source.id} report={report} />}
      <Group mt="xl">
        {source.isUndoable && (
          <Button variant="default" onClick={() => setAsking('undo')}>
            {t('imports.undo')}
          </Button>
        )}
        <Button variant="subtle" color="red" disabled={running} onClick={() => setAsking('delete')}>
          {t('imports.delete')}
        </Button>
      </Group>
      {asking === 'run' && (
        <ConfirmDialog
          title={t('imports.run')}
          text={t('imports.runAsk')}
          stays={t('imports.runStays')}
          label={t('imports.run')}
          act={() => run.mutateAsync(false)}
          close={() => setAsking(undefined)}
        />
      )}
      {asking === 'undo' && (
        <ConfirmDialog
          title={t('imports.undo')}
          text={t('imports.undoAsk')}
          label={t('imports.undo')}
          act={async () => showMessage(t('imports.undone', { rows: (await undoImport()).rows }))}
          close={() => setAsking(undefined)}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('imports.delete')}
          text={t('imports.deleteAsk')}
          stays={t('imports.deleteStays')}
          label={t('common.delete')}
          act={() => deleteImport(source.id).then(toList)}
          close={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

/** Stump has no locks, and no other mark of what was edited. */
const whatToImport = (kind: Import['kind']) =>
  kind === 'stump' ? (['takesCovers', 'takesKeys'] as const) : (['takesMetadata', 'takesCovers', 'takesKeys'] as const)

function metadataText(kind: Import['kind']): string {
  if (kind === 'komga') return t('imports.takesMetadataOfKomga')
  const isCalibre = kind === 'calibre' || kind === 'calibre-web'
  return isCalibre ? t('imports.takesMetadataOfCalibre') : t('imports.takesMetadataText')
}

export const importErrorText = ({ error, errorReason }: Pick<Import, 'error' | 'errorReason'>): string =>
  error === null ? t('imports.failed') : reasonText(errorReason, error)

export function importSourceName({ kind, version, status }: Pick<Import, 'kind' | 'version' | 'status'>): string {
  if (kind !== null) return `${t(`imports.kind.${kind}`)} (${version})`
  // Nobody knows yet what it is.
  return status === 'reading' ? t('imports.title') : t('imports.unknownKind')
}
