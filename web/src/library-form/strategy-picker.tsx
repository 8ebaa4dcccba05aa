import { Radio, TextInput } from '@mantine/core'
import type { SeriesStrategy } from '../api/shapes.ts'
import { t } from '../messages/t.ts'
import css from './strategy-picker.module.css'

export const strategies = [
  'series_volume',
  'series_volume_chapter',
  'flat',
  'publisher_hierarchy',
  'calibre',
  'custom',
] as const satisfies SeriesStrategy[]

export type Strategy = { seriesStrategy: SeriesStrategy; seriesConfig?: Record<string, unknown> }

/** The ways folders may be arranged, each with a picture of itself in words. */
export function StrategyPicker({ value, set }: { value: Strategy; set: (value: Strategy) => void }) {
  return (
    <Radio.Group
      label={t('setup.strategy')}
      value={value.seriesStrategy}
      onChange={(seriesStrategy) => set({ seriesStrategy: seriesStrategy as SeriesStrategy })}
    >
      <div className={css.choices}>
        {strategies.map((each) => (
          <Radio.Card key={each} value={each} className={css.choice}>
            <Radio.Indicator />
            <span>
              <span className={css.name}>{t(`strategy.${each}`)}</span>
              <span className={css.text}>{t(`strategy.${each}.text`)}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
      {value.seriesStrategy === 'custom' && (
        <TextInput
          mt="sm"
          label={t('strategy.pattern')}
          description={t('strategy.patternHint')}
          placeholder="^(?P<publisher>[^/]+)/(?P<series>[^/]+)/"
          ff="monospace"
          defaultValue={String(value.seriesConfig?.pattern ?? '')}
          onBlur={(event) => set({ ...value, seriesConfig: { pattern: event.currentTarget.value } })}
        />
      )}
    </Radio.Group>
  )
}
