import { IconArrowBackUp } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import css from './jump-back-chip.module.css'

/** `page`: its name. */
type ChipProps = {
  page: number | string
  isShown: boolean
  isRaised: boolean
  isAboveSearch?: boolean
  back: () => void
}

/** The way back after a jump. After a few turns it comes and goes with the bars. */
export function JumpBackChip({ page, isShown, isRaised, isAboveSearch, back }: ChipProps) {
  return (
    <button
      type="button"
      className={css.chip}
      data-raised={isRaised || undefined}
      data-above-search={isAboveSearch || undefined}
      hidden={!isShown}
      onClick={back}
    >
      <IconArrowBackUp size={18} stroke={1.5} aria-hidden />
      {t('reader.backToPage', { page })}
    </button>
  )
}
