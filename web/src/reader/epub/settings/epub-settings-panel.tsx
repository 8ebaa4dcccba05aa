import '@mantine/core/styles/ColorInput.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { Button, ColorInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { showMessage, showProblem } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { ChooseFileButton } from '../../../parts/choose-file-button.tsx'
import { Sheet } from '../../../parts/sheet.tsx'
import { SettingChoice } from '../../setting-choice.tsx'
import { SettingSlider } from '../../setting-slider.tsx'
import { SettingSwitch } from '../../setting-switch.tsx'
import shared from '../../settings-panel.module.css'
import {
  contrastOf,
  type EpubFont,
  type EpubSettings,
  epubColorsFor,
  epubColumns,
  epubFlows,
  epubFonts,
  epubThemes,
} from './epub-settings.ts'
import css from './epub-settings-panel.module.css'
import { TypographySettings } from './typography-settings.tsx'
import { fontFamiliesOf, uploadedFontsQuery, uploadFont } from './uploaded-fonts.ts'
import { type EpubSettingsScope, epubSettingsScopes, type useEpubSettings } from './use-epub-settings.ts'

type PanelProps = { opened: boolean; close: () => void; of: ReturnType<typeof useEpubSettings> }

export function EpubSettingsPanel({ opened, close, of }: PanelProps) {
  const { settings, change } = of
  return (
    <Sheet opened={opened} close={close} title={t('reader.settings')} width={360} dim={0.05}>
      <div className={shared.panel}>
        <LevelChoice of={of} />
        <fieldset className={css.themes} aria-label={t('epub.theme')}>
          {epubThemes.map((theme) => {
            const { paper, ink } = epubColorsFor({ ...settings, theme })
            return (
              <button
                key={theme}
                type="button"
                className={css.theme}
                aria-pressed={settings.theme === theme}
                style={{ background: paper, color: ink }}
                onClick={() => change({ theme })}
              >
                <span className={css.sample} aria-hidden>
                  Aa
                </span>
                {t(`epub.theme.${theme}`)}
              </button>
            )
          })}
        </fieldset>
        {settings.theme === 'custom' && <CustomColours settings={settings} change={change} />}
        <FontChoice settings={settings} change={change} />
        <SettingSlider
          label={t('epub.size')}
          value={settings.size}
          min={60}
          max={240}
          step={10}
          format={(value) => `${value}%`}
          set={(size) => change({ size })}
        />
        <SettingSlider
          label={t('epub.lineHeight')}
          value={settings.lineHeight}
          min={1.2}
          max={2.4}
          step={0.1}
          format={(value) => value.toFixed(1)}
          set={(lineHeight) => change({ lineHeight })}
        />
        <SettingSlider
          label={t('epub.margins')}
          value={settings.margins}
          min={2}
          max={20}
          step={1}
          format={(value) => `${value}%`}
          set={(margins) => change({ margins })}
        />
        <div className={shared.pair}>
          <SettingChoice
            label={t('epub.flow')}
            value={settings.flow}
            values={epubFlows}
            nameOf={(flow) => t(`epub.flow.${flow}`)}
            set={(flow) => change({ flow })}
          />
          <SettingChoice
            label={t('epub.columns')}
            disabled={settings.flow === 'scrolled'}
            value={settings.columns}
            values={epubColumns}
            nameOf={(columns) => (columns === 'auto' ? t('epub.columns.auto') : columns === 'one' ? '1' : '2')}
            set={(columns) => change({ columns })}
          />
        </div>
        <SettingSwitch label={t('epub.justify')} checked={settings.justify} set={(justify) => change({ justify })} />
        <TypographySettings settings={settings} change={change} />
      </div>
    </Sheet>
  )
}

/** Selects the scope of a change, and shows which scopes have their own settings. */
function LevelChoice({ of: { level, setLevel, overrides, reset } }: { of: PanelProps['of'] }) {
  return (
    <div>
      <Select
        label={t('epub.appliesTo')}
        allowDeselect={false}
        value={level}
        onChange={(value) => value && setLevel(value as EpubSettingsScope)}
        data={epubSettingsScopes.map((value) => ({ value, label: t(`epub.level.${value}`) }))}
      />
      {overrides.map((each) => (
        <p key={each} className={`${shared.hint} ${css.override}`}>
          {t(`epub.override.${each}`)}
          <Button variant="subtle" size="compact-xs" onClick={() => reset(each)}>
            {t('epub.resetLevel')}
          </Button>
        </p>
      ))}
    </div>
  )
}

type RowProps = { settings: EpubSettings; change: (part: Partial<EpubSettings>) => void }

/** The picker can't be reached with the keyboard; whoever can't see it types the colour. */
const pickerAttributes = { saturation: { 'aria-hidden': true }, body: { 'aria-hidden': true } }

function CustomColours({ settings, change }: RowProps) {
  const contrast = contrastOf(settings.customPaper, settings.customInk)
  return (
    <>
      <div className={shared.pair}>
        <ColorInput
          label={t('epub.paperColour')}
          format="hex"
          withEyeDropper={false}
          attributes={pickerAttributes}
          value={settings.customPaper}
          onChangeEnd={(customPaper) => change({ customPaper })}
        />
        <ColorInput
          label={t('epub.inkColour')}
          format="hex"
          withEyeDropper={false}
          attributes={pickerAttributes}
          value={settings.customInk}
          onChangeEnd={(customInk) => change({ customInk })}
        />
      </div>
      {contrast < 4.5 && <p className={shared.hint}>{t('epub.lowContrast')}</p>}
    </>
  )
}

function FontChoice({ settings, change }: RowProps) {
  const { data: fonts = [], refetch } = useQuery(uploadedFontsQuery)
  const own = fontFamiliesOf(fonts).map((family) => ({ value: `own:${family}`, label: family }))
  const ours = epubFonts.map((value) => ({ value: value as string, label: t(`epub.font.${value}`) }))
  // A font that was deleted since is still listed, or the select would look empty.
  const isGone = settings.font.startsWith('own:') && !own.some(({ value }) => value === settings.font)
  const add = async (file: File) => {
    try {
      const { family } = await uploadFont(file)
      await refetch()
      change({ font: `own:${family}` })
      showMessage(t('epub.fontAdded', { family }))
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <div className={css.fonts}>
      <Select
        label={t('epub.font')}
        allowDeselect={false}
        value={settings.font}
        onChange={(font) => font && change({ font: font as EpubFont })}
        data={[...ours, ...own, ...(isGone ? [{ value: settings.font, label: settings.font.slice(4) }] : [])]}
      />
      <ChooseFileButton accept=".ttf,.otf,.woff2" choose={(file) => void add(file)}>
        {(props) => (
          <Button variant="default" {...props}>
            {t('epub.addFont')}
          </Button>
        )}
      </ChooseFileButton>
    </div>
  )
}
