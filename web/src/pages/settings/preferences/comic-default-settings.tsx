import { SegmentedControl } from '@mantine/core'
import { usePreference } from '../../../api/preferences.ts'
import { t } from '../../../messages/t.ts'
import {
  type Background,
  backgrounds,
  type ComicMode,
  comicModes,
  type DefaultComicSettings,
} from '../../../reader/comic/comic-settings.ts'
import { type PageFit, pageFits } from '../../../reader/page-fit.ts'
import { SettingRow, SettingRows, SwitchRow } from '../parts/setting-row.tsx'
import { SettingsSection } from '../parts/settings-section.tsx'

const nothing: DefaultComicSettings = {}

/** How comics open unless a series has its own settings. */
export function ComicDefaultSettings() {
  const [usual, setUsual] = usePreference<DefaultComicSettings>('reader.comic', nothing)
  const change = (part: DefaultComicSettings) => setUsual({ ...usual, ...part })
  return (
    <SettingsSection title={t('prefs.comics')} text={t('prefs.comicsText')}>
      <SettingRows>
        <SettingRow label={t('reader.mode')} text={t('prefs.modeText')}>
          <SegmentedControl
            fullWidth
            aria-label={t('reader.mode')}
            value={usual.mode ?? 'single'}
            onChange={(mode) => change({ mode: mode as ComicMode })}
            data={comicModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          />
        </SettingRow>
        <SettingRow label={t('reader.fit')} text={t('prefs.fitText')}>
          <SegmentedControl
            fullWidth
            aria-label={t('reader.fit')}
            value={usual.fit ?? 'screen'}
            onChange={(fit) => change({ fit: fit as PageFit })}
            data={pageFits.map((value) => ({ value, label: t(`fit.${value}`) }))}
          />
        </SettingRow>
        <SettingRow label={t('reader.background')} text={t('prefs.backgroundText')}>
          <SegmentedControl
            fullWidth
            aria-label={t('reader.background')}
            value={usual.background ?? 'black'}
            onChange={(background) => change({ background: background as Background })}
            data={backgrounds.map((value) => ({ value, label: t(`background.${value}`) }))}
          />
        </SettingRow>
        <SwitchRow
          label={t('reader.coverAlone')}
          text={t('prefs.coverAloneText')}
          checked={usual.coverAlone ?? true}
          set={(coverAlone) => change({ coverAlone })}
        />
        <SwitchRow
          label={t('reader.tapZones')}
          text={t('prefs.tapZonesText')}
          checked={usual.showZones ?? false}
          set={(showZones) => change({ showZones })}
        />
      </SettingRows>
    </SettingsSection>
  )
}
