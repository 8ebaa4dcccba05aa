import { Select } from '@mantine/core'
import { setPreference } from '../../../api/preferences.ts'
import { CoverSizeControl, DensityControl } from '../../../browse/view-menu.tsx'
import { type Language, languages } from '../../../messages/language-list.ts'
import { switchLanguage, t, useLanguage } from '../../../messages/t.ts'
import { badgeKinds, useBadges } from '../../../parts/card-appearance.tsx'
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../../../theme/theme-choice.ts'
import { SettingRow, SettingRows, SwitchRow } from '../parts/setting-row.tsx'
import { SettingsHeader, SettingsSection } from '../parts/settings-section.tsx'
import { ComicDefaultSettings } from './comic-default-settings.tsx'
import { EpubDefaultSettings } from './epub-default-settings.tsx'
import { LookupLinkSettings } from './lookup-link-settings.tsx'
import css from './preferences-page.module.css'

export default function PreferencesPage() {
  const theme = useTheme()
  const language = useLanguage()
  const [badges, setBadges] = useBadges()
  const speak = (next: Language) => {
    void setPreference('language', next)
    void switchLanguage(next)
  }
  return (
    <>
      <SettingsHeader title={t('prefs.title')} lead={t('prefs.lead')} />
      <SettingsSection title={t('prefs.look')}>
        <div className={css.themes} role="radiogroup" aria-label={t('nav.theme')}>
          {themeChoices.map((choice) => (
            <Theme
              key={choice}
              choice={choice}
              checked={theme.choice === choice}
              choose={() => {
                chooseTheme(choice)
                void setPreference('theme', choice)
              }}
            />
          ))}
        </div>
        <SettingRows>
          <SettingRow label={t('prefs.language')} text={t('prefs.languageText')}>
            <Select
              aria-label={t('prefs.language')}
              searchable
              allowDeselect={false}
              value={language}
              onChange={(next) => next && speak(next as Language)}
              data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            />
          </SettingRow>
          <SettingRow label={t('view.size')} text={t('prefs.coverSizeText')}>
            <CoverSizeControl />
          </SettingRow>
          <SettingRow label={t('view.density')} text={t('prefs.densityText')}>
            <DensityControl />
          </SettingRow>
          {badgeKinds.map((kind) => (
            <SwitchRow
              key={kind}
              label={t(`badge.${kind}Choice`)}
              text={t(`badge.${kind}Text`)}
              checked={badges[kind]}
              set={(checked) => setBadges({ ...badges, [kind]: checked })}
            />
          ))}
        </SettingRows>
      </SettingsSection>
      <ComicDefaultSettings />
      <EpubDefaultSettings />
      <LookupLinkSettings />
    </>
  )
}

/** A theme's preview: a small page in its colours. */
function Theme({ choice, checked, choose }: { choice: ThemeChoice; checked: boolean; choose: () => void }) {
  return (
    <label className={css.theme} data-checked={checked || undefined}>
      <input type="radio" name="theme" className={css.radio} checked={checked} onChange={choose} />
      <span className={css.sample} data-sample={choice} aria-hidden>
        <span className={css.cover} />
        <span className={css.lines} />
      </span>
      <span>{t(`theme.${choice}`)}</span>
    </label>
  )
}
