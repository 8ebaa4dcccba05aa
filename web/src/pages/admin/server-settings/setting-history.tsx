import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '../../../messages/format-times.ts'
import { joinList } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { Sheet } from '../../../parts/sheet.tsx'
import { type Setting, settingHistoryQuery } from './runtime-settings-api.ts'
import css from './setting-history.module.css'
import { formatSettingValue } from './setting-text.ts'

export function SettingHistory({ setting, label, close }: { setting: Setting; label: string; close: () => void }) {
  const { data: changes } = useQuery(settingHistoryQuery(setting.key))
  return (
    <Sheet opened close={close} title={label}>
      {changes?.length === 0 && <p className="quiet">{t('runtime.never')}</p>}
      <ol className={css.changes}>
        {changes?.map((change) => (
          <li key={change.changedAt} className={css.change}>
            <span className={css.what}>
              {change.newValue === null
                ? t('runtime.wasReset')
                : t('runtime.wasSet', { value: formatSettingValue(change.newValue) })}
            </span>
            <span className="quiet num">
              {joinList([...(change.changedByName ? [change.changedByName] : []), dateAndTime(change.changedAt)])}
            </span>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
