import { SegmentedControl, Select, Slider, Switch } from '@mantine/core'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import shared from '../settings-panel.module.css'
import {
  type EpubFont,
  type EpubSettings,
  type EpubTheme,
  epubFonts,
  epubThemes,
  themeColours,
} from './epub-settings.ts'
import css from './epub-settings-panel.module.css'

type PanelProps = {
  opened: boolean
  close: () => void
  settings: EpubSettings
  change: (part: Partial<EpubSettings>) => void
}

export function EpubSettingsPanel({ opened, close, settings, change }: PanelProps) {
  return (
    <Sheet opened={opened} close={close} title={t('reader.settings')} width={360} dim={0.05}>
      <div className={shared.panel}>
        <fieldset className={css.themes} aria-label={t('epub.theme')}>
          {epubThemes.map((theme) => (
            <button
              key={theme}
              type="button"
              className={css.theme}
              aria-pressed={settings.theme === theme}
              style={{ background: themeColours[theme].paper, color: themeColours[theme].ink }}
              onClick={() => change({ theme: theme as EpubTheme })}
            >
              <span className={css.sample} aria-hidden>
                Aa
              </span>
              {t(`epub.theme.${theme}`)}
            </button>
          ))}
        </fieldset>
        <Select
          label={t('epub.font')}
          allowDeselect={false}
          value={settings.font}
          onChange={(font) => font && change({ font: font as EpubFont })}
          data={epubFonts.map((value) => ({ value, label: t(`epub.font.${value}`) }))}
        />
        <Knob
          label={t('epub.size')}
          value={settings.size}
          min={60}
          max={240}
          step={10}
          says={(value) => `${value}%`}
          set={(size) => change({ size })}
        />
        <Knob
          label={t('epub.lineHeight')}
          value={settings.lineHeight}
          min={1.2}
          max={2.4}
          step={0.1}
          says={(value) => value.toFixed(1)}
          set={(lineHeight) => change({ lineHeight })}
        />
        <Knob
          label={t('epub.margins')}
          value={settings.margins}
          min={2}
          max={20}
          step={1}
          says={(value) => `${value}%`}
          set={(margins) => change({ margins })}
        />
        <div className={shared.pair}>
          <div>
            <span className={shared.label}>{t('epub.flow')}</span>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('epub.flow')}
              value={settings.flow}
              onChange={(flow) => change({ flow: flow as EpubSettings['flow'] })}
              data={(['paginated', 'scrolled'] as const).map((value) => ({ value, label: t(`epub.flow.${value}`) }))}
            />
          </div>
          <div>
            <span className={shared.label}>{t('epub.columns')}</span>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('epub.columns')}
              disabled={settings.flow === 'scrolled'}
              value={settings.columns}
              onChange={(columns) => change({ columns: columns as EpubSettings['columns'] })}
              data={[
                { value: 'auto', label: t('epub.columns.auto') },
                { value: 'one', label: '1' },
                { value: 'two', label: '2' },
              ]}
            />
          </div>
        </div>
        <Switch
          label={t('epub.justify')}
          checked={settings.justify}
          onChange={(event) => change({ justify: event.currentTarget.checked })}
        />
      </div>
    </Sheet>
  )
}

type KnobProps = {
  label: string
  value: number
  min: number
  max: number
  step: number
  says: (value: number) => string
  set: (value: number) => void
}

function Knob({ label, value, says, set, ...range }: KnobProps) {
  return (
    <div>
      <span className={shared.label}>
        {label} <span className="quiet num">{says(value)}</span>
      </span>
      <Slider thumbLabel={label} value={value} onChange={set} label={says} {...range} />
    </div>
  )
}
