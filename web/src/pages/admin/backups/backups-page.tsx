import { ActionIcon, Button, NumberInput, Select } from '@mantine/core'
import { IconDownload, IconHistory, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorReplacesContent } from '../../../api/problem.ts'
import { showMessage } from '../../../api/show-message.ts'
import { apiUrl } from '../../../api/urls.ts'
import { bytesText } from '../../../messages/format-bytes.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { joinList } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ChooseFileButton } from '../../../parts/choose-file-button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { SettingRow, SettingRows } from '../../settings/parts/setting-row.tsx'
import { SettingsHeader, SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { changeSetting, runtimeSettingsQuery } from '../server-settings/runtime-settings-api.ts'
import {
  type Backup,
  backupsQuery,
  cancelRestore,
  createBackup,
  deleteBackup,
  restoreBackup,
  uploadBackup,
} from './backups-api.ts'
import css from './backups-page.module.css'

/** Backups of the server: the schedule, the list and restoring. */
export default function BackupsPage() {
  const { data, error, refetch } = useQuery(backupsQuery)
  const [asking, setAsking] = useState<{ what: 'restore' | 'delete'; backup: Backup }>()
  const create = useMutation({ mutationFn: createBackup, onSuccess: () => showMessage(t('backups.started')) })
  const upload = useMutation({ mutationFn: uploadBackup, onSuccess: () => showMessage(t('backups.uploaded')) })
  const cancel = useMutation({ mutationFn: cancelRestore })
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  return (
    <>
      <SettingsHeader title={t('backups.title')} lead={t('backups.lead')}>
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          {t('backups.create')}
        </Button>
        <ChooseFileButton choose={(file) => upload.mutate(file)} accept=".gz,application/gzip">
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {t('backups.upload')}
            </Button>
          )}
        </ChooseFileButton>
      </SettingsHeader>
      {data?.pendingRestore && (
        <div className={css.pending}>
          <SettingsNote tone="warning">{t('backups.pending', { name: data.pendingRestore.name })}</SettingsNote>
          <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('backups.cancelRestore')}
          </Button>
        </div>
      )}
      <Timetable />
      <SettingsSection title={t('backups.list')} text={data && t('backups.folder', { folder: data.folder })}>
        {data?.backups.length === 0 && <p className={css.text}>{t('backups.none')}</p>}
        <ul className={css.list}>
          {data?.backups.map((backup) => (
            <li key={backup.name} className={css.backup}>
              <div className={css.words}>
                <span className={css.name}>{backup.name}</span>
                <span className={`num ${css.text}`}>
                  {joinList([timeAgo(backup.createdAt), bytesText(backup.bytes)])}
                </span>
              </div>
              <ActionIcon
                component="a"
                href={apiUrl(`/admin/backups/${backup.name}/file`)}
                download={backup.name}
                aria-label={t('backups.download', backup)}
              >
                <IconDownload size={18} stroke={1.5} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('backups.restoreOf', backup)}
                onClick={() => setAsking({ what: 'restore', backup })}
              >
                <IconHistory size={18} stroke={1.5} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('backups.deleteOf', backup)}
                onClick={() => setAsking({ what: 'delete', backup })}
              >
                <IconTrash size={18} stroke={1.5} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </SettingsSection>
      {asking?.what === 'delete' && (
        <ConfirmDialog
          title={t('backups.deleteOf', asking.backup)}
          text={t('backups.deleteText')}
          label={t('common.delete')}
          act={() => deleteBackup(asking.backup.name)}
          close={() => setAsking(undefined)}
        />
      )}
      {asking?.what === 'restore' && (
        <ConfirmDialog
          title={t('backups.restoreOf', asking.backup)}
          text={t('backups.restoreText')}
          losses={[t('backups.restoreLoses', { when: timeAgo(asking.backup.createdAt) })]}
          stays={t('backups.restoreStays')}
          label={t('backups.restore')}
          act={() => restoreBackup(asking.backup.name)}
          close={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

const usual = { never: '', nightly: '30 3 * * *', weekly: '30 3 * * 0' } as const

/**
 * The two settings for the schedule and the number of backups kept. Less common schedules are set on the settings page.
 */
function Timetable() {
  const { data: settings = [] } = useQuery(runtimeSettingsQuery)
  const findValue = (key: string) => settings.find((each) => each.key === key)?.value
  const schedule = findValue('backups.schedule')
  const count = findValue('backups.keep')
  if (typeof schedule !== 'string' || typeof count !== 'number') return null
  const choices = [
    { value: usual.never, label: t('backups.never') },
    { value: usual.nightly, label: t('backups.nightly') },
    { value: usual.weekly, label: t('backups.weekly') },
  ]
  const isOther = choices.every(({ value }) => value !== schedule)
  return (
    <SettingRows>
      <SettingRow label={t('backups.schedule')} text={t('backups.scheduleText')}>
        <Select
          aria-label={t('backups.schedule')}
          allowDeselect={false}
          data={isOther ? [...choices, { value: schedule, label: schedule }] : choices}
          value={schedule}
          onChange={(value) => void changeSetting('backups.schedule', value ?? '')}
        />
      </SettingRow>
      <SettingRow label={t('backups.keep')} text={t('backups.keepText')}>
        <NumberInput
          aria-label={t('backups.keep')}
          min={1}
          max={1000}
          allowDecimal={false}
          defaultValue={count}
          onBlur={(event) => {
            const value = Number(event.currentTarget.value)
            if (Number.isInteger(value) && value >= 1 && value !== count) void changeSetting('backups.keep', value)
          }}
        />
      </SettingRow>
    </SettingRows>
  )
}
