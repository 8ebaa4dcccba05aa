import { Radio } from '@mantine/core'
import type { SeriesStrategy } from '../api/types.ts'
import { t } from '../messages/t.ts'
import { ChoiceCard, ChoiceCards } from '../parts/choice-card.tsx'
import css from './series-strategy-picker.module.css'
import { StrategyConfigFields, seriesStrategyConfigFields } from './strategy-config-fields.tsx'

export const seriesStrategyChoices = [
  'series_volume',
  'series_volume_chapter',
  'flat',
  'publisher_hierarchy',
  'calibre',
  'custom',
] as const satisfies SeriesStrategy[]

export type SeriesStrategyWithConfig = { seriesStrategy: SeriesStrategy; seriesConfig?: Record<string, unknown> }

/** A custom strategy needs a pattern. */
export const isPatternMissing = ({ seriesStrategy, seriesConfig }: SeriesStrategyWithConfig): boolean =>
  seriesStrategy === 'custom' && !seriesConfig?.pattern

/** The ways folders may be arranged, each with an example in words. */
export function SeriesStrategyPicker({
  value,
  set,
}: {
  value: SeriesStrategyWithConfig
  set: (value: SeriesStrategyWithConfig) => void
}) {
  return (
    <Radio.Group
      label={t('setup.strategy')}
      value={value.seriesStrategy}
      onChange={(seriesStrategy) => set({ seriesStrategy: seriesStrategy as SeriesStrategy })}
    >
      <ChoiceCards width={260}>
        {seriesStrategyChoices.map((each) => (
          <ChoiceCard
            key={each}
            value={each}
            name={t(`strategy.${each}`)}
            text={<code className={css.shape}>{t(`strategy.${each}.text`)}</code>}
            checked={value.seriesStrategy === each}
          />
        ))}
      </ChoiceCards>
      <StrategyConfigFields
        key={value.seriesStrategy}
        details={seriesStrategyConfigFields[value.seriesStrategy]}
        config={value.seriesConfig}
        set={(seriesConfig) => set({ ...value, seriesConfig })}
      />
    </Radio.Group>
  )
}
