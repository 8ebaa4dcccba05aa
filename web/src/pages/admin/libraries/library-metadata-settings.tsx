import { Select } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import { SettingRow, SettingRows, SwitchRow } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import type { LibraryDraft } from './library-draft.ts'

const switches = ['localArtwork', 'collectionsFromFiles', 'readListsFromFiles', 'volumeInSeriesTitle'] as const
const coverRules = ['first', 'last', 'first_unread_or_first', 'first_unread_or_last'] as const

/** What a library does with images beside its books and tags inside them. */
export function LibraryMetadataSettings({
  draft: { metadata },
  change,
}: {
  draft: LibraryDraft
  change: (part: Partial<LibraryDraft>) => void
}) {
  const set = (part: Partial<LibraryDraft['metadata']>) => change({ metadata: { ...metadata, ...part } })
  return (
    <SettingsSection
      help="guide/files.html#covers-and-lists-from-your-files"
      title={t('libs.fromFiles')}
      text={t('libs.fromFilesText')}
    >
      <SettingRows>
        {switches.map((name) => (
          <SwitchRow
            key={name}
            label={t(`libs.${name}`)}
            text={t(`libs.${name}Text`)}
            checked={metadata[name]}
            set={(checked) => set({ [name]: checked })}
          />
        ))}
        <SettingRow label={t('libs.seriesCover')} text={t('libs.seriesCoverText')}>
          <Select
            aria-label={t('libs.seriesCover')}
            allowDeselect={false}
            value={metadata.seriesCover}
            onChange={(next) => next && set({ seriesCover: next as (typeof coverRules)[number] })}
            data={coverRules.map((value) => ({ value, label: t(`libs.seriesCover.${value}`) }))}
          />
        </SettingRow>
      </SettingRows>
    </SettingsSection>
  )
}
