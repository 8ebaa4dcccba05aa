import { useQuery } from '@tanstack/react-query'
import { errorReplacesContent } from '../../../api/problem.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { SettingRows } from '../../settings/parts/setting-row.tsx'
import { SettingsHeader, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { RuntimeSettingRow } from './runtime-setting-row.tsx'
import { runtimeSettingsQuery } from './runtime-settings-api.ts'
import { settingCategoryName } from './setting-text.ts'

/** Settings that can be changed while the server runs. They apply at once, without a restart. */
export default function ServerSettingsPage() {
  const { data: settings, error, refetch } = useQuery(runtimeSettingsQuery)
  if (errorReplacesContent({ data: settings, error })) return <ErrorState error={error} retry={refetch} />
  const categories = [...new Set(settings?.map(({ category }) => category))]
  return (
    <>
      <SettingsHeader title={t('runtime.title')} lead={t('runtime.lead')} />
      {categories.map((category) => (
        <SettingsSection key={category} title={settingCategoryName(category)}>
          <SettingRows>
            {settings
              ?.filter((setting) => setting.category === category)
              .map((setting) => (
                <RuntimeSettingRow key={setting.key} setting={setting} />
              ))}
          </SettingRows>
        </SettingsSection>
      ))}
    </>
  )
}
