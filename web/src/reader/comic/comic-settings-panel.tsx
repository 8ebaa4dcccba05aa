import { Button, SegmentedControl, Select, Switch } from '@mantine/core'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { type PageFit, pageFits } from '../page-fit.ts'
import { SettingSlider } from '../setting-slider.tsx'
import css from '../settings-panel.module.css'
import {
  type Background,
  backgrounds,
  type ComicDirection,
  type ComicMode,
  type ComicSettings,
  type ComicSettingsScope,
  comicDirections,
  comicModes,
  comicSettingsScopes,
  type GapColor,
  gapColors,
  isScrolledMode,
  type Transition,
  transitions,
} from './comic-settings.ts'
import { ImageAdjustmentSettings } from './image-adjustment-settings.tsx'
import { SettingField } from './setting-field.tsx'

type PanelProps = {
  opened: boolean
  close: () => void
  settings: ComicSettings
  /** There is room for two pages side by side. */
  isWide: boolean
  change: (part: Partial<ComicSettings>) => void
  /** What a change applies to. */
  scope: ComicSettingsScope
  setScope: (scope: ComicSettingsScope) => void
  reset: (() => void) | undefined
  /** For a PDF: switches to the document viewer. */
  openAsDocument?: () => void
}

export function ComicSettingsPanel(props: PanelProps) {
  const { opened, close, settings, change, scope, setScope, reset, openAsDocument } = props
  return (
    <Sheet opened={opened} close={close} title={t('reader.settings')} width={360} dim={0.1}>
      <div className={css.panel}>
        <Select
          label={t('reader.scope')}
          description={t(`reader.scopeHint.${scope}`)}
          allowDeselect={false}
          value={scope}
          onChange={(value) => value && setScope(value as ComicSettingsScope)}
          data={comicSettingsScopes.map((value) => ({ value, label: t(`reader.scope.${value}`) }))}
        />
        {!isScrolledMode(settings.mode) && (
          <Switch
            label={t('comic.guided')}
            description={t('comic.guidedHint')}
            checked={settings.guided}
            onChange={(event) => change({ guided: event.currentTarget.checked })}
          />
        )}
        <SettingField label={t('reader.mode')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('reader.mode')}
            value={settings.mode}
            onChange={(value) => change({ mode: value as ComicMode })}
            data={comicModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          />
          {settings.mode === 'double' && !settings.guided && !props.isWide && (
            <p className={css.hint}>{t('reader.twoPagesHint')}</p>
          )}
        </SettingField>
        <SettingField label={t('reader.direction')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('reader.direction')}
            value={settings.direction}
            onChange={(value) => change({ direction: value as ComicDirection })}
            data={comicDirections.map((value) => ({ value, label: t(`direction.${value}`) }))}
          />
        </SettingField>
        <Select
          label={t('reader.fit')}
          allowDeselect={false}
          value={settings.fit}
          onChange={(value) => value && change({ fit: value as PageFit })}
          data={pageFits.map((value) => ({ value, label: t(`fit.${value}`) }))}
        />
        <SettingField label={t('reader.background')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('reader.background')}
            value={settings.background}
            onChange={(value) => change({ background: value as Background })}
            data={backgrounds.map((value) => ({ value, label: t(`background.${value}`) }))}
          />
        </SettingField>
        {!isScrolledMode(settings.mode) && !settings.guided && (
          <SettingField label={t('comic.transition')}>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('comic.transition')}
              value={settings.transition}
              onChange={(value) => change({ transition: value as Transition })}
              data={transitions.map((value) => ({ value, label: t(`comic.transition.${value}`) }))}
            />
          </SettingField>
        )}
        {settings.mode === 'double' && (
          <Switch
            label={t('reader.coverAlone')}
            description={t('reader.coverAloneHint')}
            checked={settings.coverAlone}
            onChange={(event) => change({ coverAlone: event.currentTarget.checked })}
          />
        )}
        {!isScrolledMode(settings.mode) && (
          <Switch
            label={t('reader.tapZones')}
            checked={settings.showZones}
            onChange={(event) => change({ showZones: event.currentTarget.checked })}
          />
        )}
        {(settings.mode === 'continuous' || settings.mode === 'double') && (
          <>
            <SettingSlider
              label={t('reader.gap')}
              min={0}
              max={48}
              step={4}
              format={String}
              value={settings.mode === 'double' ? settings.spreadGap : settings.gap}
              set={(gap) => change(settings.mode === 'double' ? { spreadGap: gap } : { gap })}
            />
            <SettingField label={t('comic.gapColor')}>
              <SegmentedControl
                fullWidth
                size="xs"
                aria-label={t('comic.gapColor')}
                value={settings.gapColor}
                onChange={(value) => change({ gapColor: value as GapColor })}
                data={gapColors.map((value) => ({ value, label: t(`comic.gapColor.${value}`) }))}
              />
            </SettingField>
          </>
        )}
        {isScrolledMode(settings.mode) && (
          <SettingSlider
            label={t('comic.scrollSpeed')}
            min={1}
            max={10}
            step={1}
            format={String}
            value={settings.scrollSpeed}
            set={(scrollSpeed) => change({ scrollSpeed })}
          />
        )}
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
        <ImageAdjustmentSettings settings={settings} change={change} />
        {/* Touch devices have no keyboard help, so the gestures are explained here. */}
        {matchMedia('(hover: none)').matches && !isScrolledMode(settings.mode) && (
          <p className={css.hint}>{t('help.touch')}</p>
        )}
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
