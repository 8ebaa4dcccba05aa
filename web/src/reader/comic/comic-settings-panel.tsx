import { Button, SegmentedControl, Select, Slider, Switch } from '@mantine/core'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { type Fit, fits } from '../page-fit.ts'
import css from '../settings-panel.module.css'
import {
  type Background,
  backgrounds,
  type ComicMode,
  type ComicSettings,
  comicModes,
  type Direction,
  directions,
  isScrolled,
} from './comic-settings.ts'

type PanelProps = {
  opened: boolean
  close: () => void
  settings: ComicSettings
  change: (part: Partial<ComicSettings>) => void
  reset: (() => void) | undefined
}

export function ComicSettingsPanel({ opened, close, settings, change, reset }: PanelProps) {
  return (
    <Sheet opened={opened} close={close} title={t('reader.settings')} width={360} dim={0.1}>
      <div className={css.panel}>
        <Row label={t('reader.mode')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('reader.mode')}
            value={settings.mode}
            onChange={(value) => change({ mode: value as ComicMode })}
            data={comicModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          />
        </Row>
        <Row label={t('reader.direction')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('reader.direction')}
            value={settings.direction}
            onChange={(value) => change({ direction: value as Direction })}
            data={directions.map((value) => ({ value, label: t(`direction.${value}`) }))}
          />
        </Row>
        <Select
          label={t('reader.fit')}
          allowDeselect={false}
          value={settings.fit}
          onChange={(value) => value && change({ fit: value as Fit })}
          data={fits.map((value) => ({ value, label: t(`fit.${value}`) }))}
        />
        <Row label={t('reader.background')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('reader.background')}
            value={settings.background}
            onChange={(value) => change({ background: value as Background })}
            data={backgrounds.map((value) => ({ value, label: t(`background.${value}`) }))}
          />
        </Row>
        {settings.mode === 'double' && (
          <Switch
            label={t('reader.coverAlone')}
            description={t('reader.coverAloneHint')}
            checked={settings.coverAlone}
            onChange={(event) => change({ coverAlone: event.currentTarget.checked })}
          />
        )}
        {!isScrolled(settings.mode) && (
          <Switch
            label={t('reader.tapZones')}
            checked={settings.showZones}
            onChange={(event) => change({ showZones: event.currentTarget.checked })}
          />
        )}
        {settings.mode === 'continuous' && (
          <Row label={t('reader.gap')}>
            <Slider
              thumbLabel={t('reader.gap')}
              min={0}
              max={48}
              step={4}
              value={settings.gap}
              onChange={(gap) => change({ gap })}
            />
          </Row>
        )}
        {settings.mode === 'webtoon' && (
          <Row label={t('reader.sidePadding')}>
            <Slider
              thumbLabel={t('reader.sidePadding')}
              min={0}
              max={40}
              step={5}
              value={settings.sidePadding}
              onChange={(sidePadding) => change({ sidePadding })}
            />
          </Row>
        )}
        {/* The sheet with the keys has no place where there are none. */}
        {matchMedia('(hover: none)').matches && !isScrolled(settings.mode) && (
          <p className={css.hint}>{t('help.touch')}</p>
        )}
        <p className={css.hint}>{t('reader.forSeries')}</p>
        {reset && (
          <Button variant="default" size="xs" onClick={reset}>
            {t('reader.resetSeries')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <span className={css.label}>{label}</span>
      {children}
    </div>
  )
}
