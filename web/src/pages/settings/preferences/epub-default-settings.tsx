import { SegmentedControl, Select, Slider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePreference } from '../../../api/preferences.ts'
import { t } from '../../../messages/t.ts'
import {
  defaultEpubSettings,
  type EpubFont,
  type EpubSettings,
  type EpubTheme,
  epubFlows,
  epubFonts,
  epubThemes,
} from '../../../reader/epub/settings/epub-settings.ts'
import { fontFamiliesOf, uploadedFontsQuery } from '../../../reader/epub/settings/uploaded-fonts.ts'
import { SettingRow, SettingRows, SwitchRow } from '../parts/setting-row.tsx'
import { SettingsSection } from '../parts/settings-section.tsx'

const nothing: Partial<EpubSettings> = {}

/** How ebooks look; the reader's panel changes the same settings. */
export function EpubDefaultSettings() {
  const [stored, setStored] = usePreference<Partial<EpubSettings>>('reader.epub', nothing)
  const { data: fonts = [] } = useQuery(uploadedFontsQuery)
  const settings = { ...defaultEpubSettings, ...stored }
  const change = (part: Partial<EpubSettings>) => setStored({ ...stored, ...part })
  return (
    <SettingsSection title={t('prefs.ebooks')} text={t('prefs.ebooksText')}>
      <SettingRows>
        <SettingRow label={t('epub.theme')} text={t('prefs.pageText')}>
          <Select
            aria-label={t('epub.theme')}
            allowDeselect={false}
            value={settings.theme}
            onChange={(theme) => theme && change({ theme: theme as EpubTheme })}
            data={epubThemes.map((value) => ({ value, label: t(`epub.theme.${value}`) }))}
          />
        </SettingRow>
        <SettingRow label={t('epub.font')} text={t('prefs.fontText')}>
          <Select
            aria-label={t('epub.font')}
            allowDeselect={false}
            value={settings.font}
            onChange={(font) => font && change({ font: font as EpubFont })}
            data={[
              ...epubFonts.map((value) => ({ value: value as string, label: t(`epub.font.${value}`) })),
              ...fontFamiliesOf(fonts).map((family) => ({ value: `own:${family}`, label: family })),
            ]}
          />
        </SettingRow>
        <SettingRow label={t('epub.size')} text={t('prefs.sizeText')}>
          <Slider
            thumbLabel={t('epub.size')}
            min={70}
            max={220}
            step={10}
            label={(value) => `${value} %`}
            defaultValue={settings.size}
            key={settings.size}
            onChangeEnd={(size) => change({ size })}
          />
        </SettingRow>
        <SettingRow label={t('epub.flow')} text={t('prefs.flowText')}>
          <SegmentedControl
            fullWidth
            aria-label={t('epub.flow')}
            value={settings.flow}
            onChange={(flow) => change({ flow: flow as EpubSettings['flow'] })}
            data={epubFlows.map((value) => ({ value, label: t(`epub.flow.${value}`) }))}
          />
        </SettingRow>
        <SwitchRow
          label={t('epub.justify')}
          text={t('prefs.justifyText')}
          checked={settings.justify}
          set={(justify) => change({ justify })}
        />
      </SettingRows>
    </SettingsSection>
  )
}
