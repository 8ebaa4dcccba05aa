import { IconArrowBackUp } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import css from './jump-back-chip.module.css'
import type { BarVisibility } from './use-bar-visibility.ts'
import { useSteadyUnderPointer } from './use-steady-under-pointer.ts'

/** `page` is its label. */
type ChipProps = {
  page: number | string
  jumps: { isRecent: boolean; back: () => void }
  bars: BarVisibility
  isAboveSearch?: boolean
}

/** The way back after a jump. After a few page turns it is shown and hidden with the bars. */
export function JumpBackChip({ page, jumps, bars, isAboveSearch }: ChipProps) {
  const now = { isRaised: bars.shown, isHidden: !jumps.isRecent && !bars.shown }
  const [{ isRaised, isHidden }, hold] = useSteadyUnderPointer(now)
  return (
    <button
      type="button"
      className={css.chip}
      data-raised={isRaised || undefined}
      data-above-search={isAboveSearch || undefined}
      hidden={isHidden}
      onClick={jumps.back}
      {...hold}
    >
      <IconArrowBackUp size={18} stroke={1.5} aria-hidden />
      {t('reader.backToPage', { page })}
    </button>
  )
}
