import { Group, Select, TextInput } from '@mantine/core'
import { currentLanguage, t } from '../../../messages/t.ts'
import { SettingRow, SettingRows, SwitchRow } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import type { LibraryDraft } from './library-draft.ts'
import { type ScanFrequency, type ScanSchedule, scanFrequencies } from './scan-schedule.ts'

type HabitsProps = { draft: LibraryDraft; change: (part: Partial<LibraryDraft>) => void; fault: string | undefined }

/** When a library is scanned automatically. */
export function ScanSettings({ draft, change, fault }: HabitsProps) {
  const { scanning } = draft
  const habit = (part: Partial<LibraryDraft['scanning']>) => change({ scanning: { ...scanning, ...part } })
  return (
    <SettingsSection help="server/troubleshooting.html#new-files-do-not-appear" title={t('libs.scanning')}>
      <SettingRows>
        <SwitchRow
          label={t('libs.watch')}
          text={t('libs.watchText')}
          checked={scanning.watch}
          set={(watch) => habit({ watch })}
        />
        <SettingRow label={t('libs.schedule')} text={t('libs.scheduleText')}>
          <When
            schedule={draft.schedule}
            set={(schedule) => change({ schedule })}
            timezone={draft.timezone}
            setTimezone={(timezone) => change({ timezone })}
            fault={fault}
          />
        </SettingRow>
        {draft.schedule.frequency !== 'none' && (
          <SettingRow label={t('libs.scheduledMode')} text={t('libs.scheduledModeText')}>
            <Select
              aria-label={t('libs.scheduledMode')}
              allowDeselect={false}
              value={scanning.scanMode}
              onChange={(next) => next && habit({ scanMode: next as 'normal' })}
              data={[
                { value: 'normal', label: t('libs.scanNormal') },
                { value: 'deep', label: t('libs.scanDeep') },
              ]}
            />
          </SettingRow>
        )}
        <SwitchRow
          label={t('libs.onStart')}
          text={t('libs.onStartText')}
          checked={scanning.scanOnStart}
          set={(scanOnStart) => habit({ scanOnStart })}
        />
        <SwitchRow
          label={t('libs.purgeOnScan')}
          text={t('libs.purgeOnScanText')}
          checked={scanning.purgeDeletedOnScan}
          set={(purgeDeletedOnScan) => habit({ purgeDeletedOnScan })}
        />
      </SettingRows>
    </SettingsSection>
  )
}

type WhenProps = {
  schedule: ScanSchedule
  set: (schedule: ScanSchedule) => void
  timezone: string
  setTimezone: (timezone: string) => void
  fault: string | undefined
}

function When({ schedule, set, timezone, setTimezone, fault }: WhenProps) {
  const change = (part: Partial<ScanSchedule>) => set({ ...schedule, ...part })
  const timed = schedule.frequency === 'daily' || schedule.frequency === 'weekly'
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([timezone, here, 'UTC'].filter(Boolean))]
  return (
    <>
      <Group gap="xs" wrap="wrap">
        <Select
          aria-label={t('libs.schedule')}
          flex={1}
          miw={140}
          allowDeselect={false}
          value={schedule.frequency}
          error={fault}
          onChange={(next) => next && change({ frequency: next as ScanFrequency })}
          data={scanFrequencies.map((value) => ({ value, label: t(`scanFrequency.${value}`) }))}
        />
        {schedule.frequency === 'weekly' && (
          <Select
            aria-label={t('libs.weekday')}
            flex={1}
            miw={120}
            allowDeselect={false}
            value={String(schedule.weekday)}
            onChange={(next) => next && change({ weekday: Number(next) })}
            data={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: weekdayName(day) }))}
          />
        )}
        {timed && (
          <TextInput
            type="time"
            aria-label={t('libs.time')}
            value={schedule.time}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
        )}
        {schedule.frequency === 'custom' && (
          <TextInput
            aria-label={t('libs.cron')}
            placeholder="0 4 * * 1-5"
            ff="monospace"
            value={schedule.cron}
            onChange={(event) => change({ cron: event.currentTarget.value })}
          />
        )}
      </Group>
      {schedule.frequency !== 'none' && schedule.frequency !== 'hourly' && (
        <Select
          mt="xs"
          aria-label={t('libs.timezone')}
          value={timezone}
          allowDeselect={false}
          onChange={(next) => setTimezone(next ?? '')}
          data={[{ value: '', label: t('libs.serverTime') }, ...zones.map((zone) => ({ value: zone, label: zone }))]}
        />
      )}
    </>
  )
}

/** 0 is Sunday. */
function weekdayName(day: number): string {
  // 4 January 1970 was a Sunday.
  return new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + day)),
  )
}
