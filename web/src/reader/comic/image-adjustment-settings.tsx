import { t } from '../../messages/t.ts'
import { SettingChoice } from '../setting-choice.tsx'
import { SettingSlider } from '../setting-slider.tsx'
import { SettingSwitch } from '../setting-switch.tsx'
import { type ComicSettings, colorEffects, isScrolledMode } from './comic-settings.ts'

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
      <SettingChoice
        label={t('comic.tone')}
        value={settings.tone}
        values={colorEffects}
        nameOf={(tone) => t(`comic.tone.${tone}`)}
        set={(tone) => change({ tone })}
      />
      <SettingSwitch
        label={t('comic.crop')}
        hint={noCrop ?? t('comic.cropHint')}
        disabled={noCrop !== undefined}
        checked={settings.crop && !noCrop}
        set={(crop) => change({ crop })}
      />
      <SettingSwitch
        label={t('comic.split')}
        hint={noSplit ?? t(settings.mode === 'double' ? 'comic.splitHintDouble' : 'comic.splitHint')}
        disabled={noSplit !== undefined}
        checked={settings.split && !noSplit}
        set={(split) => change({ split })}
      />
    </>
  )
}
