import { IconArrowBackUp } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import css from './jump-back-chip.module.css'
import type { BarVisibility } from './use-bar-visibility.ts'

/** `page` is its label. */
type ChipProps = {
  page: number | string
  jumps: { isRecent: boolean; back: () => void }
  bars: BarVisibility
  isAboveSearch?: boolean
}

/** The way back after a jump. After a few page turns it is shown and hidden with the bars. */
export function JumpBackChip({ page, jumps, bars, isAboveSearch }: ChipProps) {
  return (
    <button
      type="button"
      className={css.chip}
      data-raised={bars.shown || undefined}
      data-above-search={isAboveSearch || undefined}
      hidden={!jumps.isRecent && !bars.shown}
      onClick={jumps.back}
    >
      <IconArrowBackUp size={18} stroke={1.5} aria-hidden />
      {t('reader.backToPage', { page })}
    </button>
  )
}
