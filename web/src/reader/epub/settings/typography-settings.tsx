import { Button } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import { SettingSlider } from '../../setting-slider.tsx'
import { SettingSwitch } from '../../setting-switch.tsx'
import { defaultEpubSettings, type EpubSettings } from './epub-settings.ts'

type RowProps = { settings: EpubSettings; change: (part: Partial<EpubSettings>) => void }

const ems = (value: number) => `${value.toFixed(2).replace(/\.?0+$/, '')} em`
/** One step below 0 represents the book's own value. */
const bookOwn = -0.25
const orBook = (value: number) => (value < 0 ? t('epub.asInBook') : ems(value))
const { weight, letterSpacing, wordSpacing, paragraphIndent, paragraphSpacing, hyphens, publisherStyles } =
  defaultEpubSettings

/** Detailed settings of the text. */
export function TypographySettings({ settings, change }: RowProps) {
  return (
    <>
      <SettingSwitch label={t('epub.hyphens')} checked={settings.hyphens} set={(next) => change({ hyphens: next })} />
      <SettingSwitch
        label={t('epub.publisherStyles')}
        hint={t('epub.publisherStylesHint')}
        checked={settings.publisherStyles}
        set={(next) => change({ publisherStyles: next })}
      />
      <SettingSlider
        label={t('epub.weight')}
        value={settings.weight}
        min={200}
        max={800}
        step={50}
        format={String}
        set={(next) => change({ weight: next })}
      />
      <SettingSlider
        label={t('epub.letterSpacing')}
        value={settings.letterSpacing}
        min={0}
        max={0.2}
        step={0.01}
        format={ems}
        set={(next) => change({ letterSpacing: next })}
      />
      <SettingSlider
        label={t('epub.wordSpacing')}
        value={settings.wordSpacing}
        min={0}
        max={0.6}
        step={0.05}
        format={ems}
        set={(next) => change({ wordSpacing: next })}
      />
      <SettingSlider
        label={t('epub.paragraphIndent')}
        value={settings.paragraphIndent ?? bookOwn}
        min={bookOwn}
        max={3}
        step={0.25}
        format={orBook}
        set={(next) => change({ paragraphIndent: next < 0 ? null : next })}
      />
      <SettingSlider
        label={t('epub.paragraphSpacing')}
        value={settings.paragraphSpacing ?? bookOwn}
        min={bookOwn}
        max={2}
        step={0.25}
        format={orBook}
        set={(next) => change({ paragraphSpacing: next < 0 ? null : next })}
      />
      <Button
        variant="default"
        size="xs"
        onClick={() =>
          change({ weight, letterSpacing, wordSpacing, paragraphIndent, paragraphSpacing, hyphens, publisherStyles })
        }
      >
        {t('epub.resetTypography')}
      </Button>
    </>
  )
}
