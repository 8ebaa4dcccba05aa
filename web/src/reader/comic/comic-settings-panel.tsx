import { Button, Select } from '@mantine/core'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { pageFits } from '../page-fit.ts'
import { SettingChoice } from '../setting-choice.tsx'
import { SettingSlider } from '../setting-slider.tsx'
import { SettingSwitch } from '../setting-switch.tsx'
import css from '../settings-panel.module.css'
import {
  backgrounds,
  type ComicSettings,
  type ComicSettingsScope,
  comicDirections,
  comicModes,
  comicSettingsScopes,
  gapColors,
  isScrolledMode,
  transitions,
} from './comic-settings.ts'
import { ImageAdjustmentSettings } from './image-adjustment-settings.tsx'

interface SettingsProps {
  settings: ComicSettings
  /** There is room for two pages side by side. */
  isWide: boolean
  change: (part: Partial<ComicSettings>) => void
}

interface PanelProps extends SettingsProps {
  opened: boolean
  close: () => void
  /** What a change applies to. */
  scope: ComicSettingsScope
  setScope: (scope: ComicSettingsScope) => void
  reset: (() => void) | undefined
  /** For a PDF: switches to the document viewer. */
  openAsDocument?: () => void
}

export function ComicSettingsPanel(props: PanelProps) {
  const { opened, close, settings, change, scope, setScope, reset, openAsDocument } = props
  const isScrolled = isScrolledMode(settings.mode)
  return (
    <Sheet opened={opened} close={close} title={t('reader.settings')} width={360} dim={0.1}>
      <div className={css.panel}>
        <Select
          label={t('reader.scope')}
          description={t(`reader.scopeHint.${scope}`)}
          allowDeselect={false}
          value={scope}
          onChange={(value) => value && setScope(value)}
          data={comicSettingsScopes.map((value) => ({ value, label: t(`reader.scope.${value}`) }))}
        />
        <ViewSettings settings={settings} isWide={props.isWide} change={change} />
        {isScrolled ? (
          <ScrolledSettings settings={settings} change={change} />
        ) : (
          <PagedSettings settings={settings} change={change} />
        )}
        <ImageAdjustmentSettings settings={settings} change={change} />
        {/* Touch devices have no keyboard help, so the gestures are explained here. */}
        {matchMedia('(hover: none)').matches && !isScrolled && <p className={css.hint}>{t('help.touch')}</p>}
        {reset && (
          <Button variant="default" size="xs" onClick={reset}>
            {t('reader.resetScope')}
          </Button>
        )}
        {openAsDocument && (
          <Button variant="subtle" size="xs" onClick={openAsDocument}>
            {t('pdf.openAsDocument')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

/** How pages are shown, in every mode. */
function ViewSettings({ settings, isWide, change }: SettingsProps) {
  return (
    <>
      {!isScrolledMode(settings.mode) && (
        <SettingSwitch
          label={t('comic.guided')}
          hint={t('comic.guidedHint')}
          checked={settings.guided}
          set={(guided) => change({ guided })}
        />
      )}
      <SettingChoice
        label={t('reader.mode')}
        value={settings.mode}
        values={comicModes}
        nameOf={(mode) => t(`mode.${mode}`)}
        set={(mode) => change({ mode })}
      >
        {settings.mode === 'double' && !settings.guided && !isWide && (
          <p className={css.hint}>{t('reader.twoPagesHint')}</p>
        )}
      </SettingChoice>
      <SettingChoice
        label={t('reader.direction')}
        value={settings.direction}
        values={comicDirections}
        nameOf={(direction) => t(`direction.${direction}`)}
        set={(direction) => change({ direction })}
      />
      <Select
        label={t('reader.fit')}
        allowDeselect={false}
        value={settings.fit}
        onChange={(fit) => fit && change({ fit })}
        data={pageFits.map((value) => ({ value, label: t(`fit.${value}`) }))}
      />
      <SettingChoice
        label={t('reader.background')}
        value={settings.background}
        values={backgrounds}
        nameOf={(background) => t(`background.${background}`)}
        set={(background) => change({ background })}
      />
    </>
  )
}

type ModeProps = Omit<SettingsProps, 'isWide'>

function PagedSettings({ settings, change }: ModeProps) {
  const isDouble = settings.mode === 'double'
  return (
    <>
      {!settings.guided && (
        <SettingChoice
          label={t('comic.transition')}
          value={settings.transition}
          values={transitions}
          nameOf={(transition) => t(`comic.transition.${transition}`)}
          set={(transition) => change({ transition })}
        />
      )}
      {isDouble && (
        <SettingSwitch
          label={t('reader.coverAlone')}
          hint={t('reader.coverAloneHint')}
          checked={settings.coverAlone}
          set={(coverAlone) => change({ coverAlone })}
        />
      )}
      <SettingSwitch
        label={t('reader.tapZones')}
        checked={settings.showZones}
        set={(showZones) => change({ showZones })}
      />
      {isDouble && (
        <GapSettings
          gap={settings.spreadGap}
          setGap={(spreadGap) => change({ spreadGap })}
          settings={settings}
          change={change}
        />
      )}
    </>
  )
}

function ScrolledSettings({ settings, change }: ModeProps) {
  return (
    <>
      {settings.mode === 'continuous' && (
        <GapSettings gap={settings.gap} setGap={(gap) => change({ gap })} settings={settings} change={change} />
      )}
      <SettingSlider
        label={t('comic.scrollSpeed')}
        min={1}
        max={10}
        step={1}
        format={String}
        value={settings.scrollSpeed}
        set={(scrollSpeed) => change({ scrollSpeed })}
      />
      {settings.mode === 'webtoon' && (
        <SettingSlider
          label={t('reader.sidePadding')}
          min={0}
          max={40}
          step={5}
          format={(value) => `${value} %`}
          value={settings.sidePadding}
          set={(sidePadding) => change({ sidePadding })}
        />
      )}
    </>
  )
}

/** Between the pages of a spread, or of a strip: each mode has its own gap, in one colour. */
function GapSettings({ gap, setGap, settings, change }: ModeProps & { gap: number; setGap: (gap: number) => void }) {
  return (
    <>
      <SettingSlider label={t('reader.gap')} min={0} max={48} step={4} format={String} value={gap} set={setGap} />
      <SettingChoice
        label={t('comic.gapColor')}
        value={settings.gapColor}
        values={gapColors}
        nameOf={(gapColor) => t(`comic.gapColor.${gapColor}`)}
        set={(gapColor) => change({ gapColor })}
      />
    </>
  )
}
