import { SegmentedControl, Switch } from '@mantine/core'
import { t } from '../../messages/t.ts'
import { SettingSlider } from '../setting-slider.tsx'
import { type ColorEffect, type ComicSettings, colorEffects, isScrolledMode } from './comic-settings.ts'
import { SettingField } from './setting-field.tsx'

type ToolProps = { settings: ComicSettings; change: (part: Partial<ComicSettings>) => void }

const levels = ['brightness', 'contrast', 'saturation'] as const

/** Image adjustments for display; the files stay unchanged. */
export function ImageAdjustmentSettings({ settings, change }: ToolProps) {
  const isGuided = settings.guided && !isScrolledMode(settings.mode)
  const isWebtoon = settings.mode === 'webtoon'
  const noCrop = isGuided ? t('comic.noCropGuided') : isWebtoon ? t('comic.noCropWebtoon') : undefined
  const noSplit = isGuided ? t('comic.noSplitGuided') : isWebtoon ? t('comic.noSplitWebtoon') : undefined
  return (
    <>
      {levels.map((level) => (
        <SettingSlider
          key={level}
          label={t(`comic.${level}`)}
          min={level === 'saturation' ? 0 : 50}
          max={level === 'saturation' ? 200 : 150}
          step={5}
          marks={[{ value: 100 }]}
          format={(value) => `${value} %`}
          value={settings[level]}
          set={(value) => change({ [level]: value })}
        />
      ))}
      <SettingField label={t('comic.tone')}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('comic.tone')}
          value={settings.tone}
          onChange={(value) => change({ tone: value as ColorEffect })}
          data={colorEffects.map((value) => ({ value, label: t(`comic.tone.${value}`) }))}
        />
      </SettingField>
      <Switch
        label={t('comic.crop')}
        description={noCrop ?? t('comic.cropHint')}
        disabled={noCrop !== undefined}
        checked={settings.crop && !noCrop}
        onChange={(event) => change({ crop: event.currentTarget.checked })}
      />
      <Switch
        label={t('comic.split')}
        description={noSplit ?? t(settings.mode === 'double' ? 'comic.splitHintDouble' : 'comic.splitHint')}
        disabled={noSplit !== undefined}
        checked={settings.split && !noSplit}
        onChange={(event) => change({ split: event.currentTarget.checked })}
      />
    </>
  )
}
