import type { CSSProperties, PointerEvent } from 'react'
import { t } from '../messages/t.ts'
import css from './page-slider.module.css'

/** As wide as the knob, whose middle never reaches the very ends. */
const knob = 16

type LineProps = {
  page: number
  total: number
  rtl: boolean
  /** The place in words, for those who cannot see the line. */
  says: string
  go: (page: number) => void
  /** When the finger lets go; without it every movement already goes. */
  settle?: () => void
  /** The page under a mouse that only points. */
  hover?: (page: number | undefined) => void
}

/** A line through the book. */
export function PageSlider({ page, total, rtl, says, go, settle, hover }: LineProps) {
  const part = total > 1 ? (page - 1) / (total - 1) : 0
  const point = ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType !== 'mouse') return
    const { left, width } = currentTarget.getBoundingClientRect()
    const along = Math.min(1, Math.max(0, (clientX - left - knob / 2) / Math.max(1, width - knob)))
    hover?.(1 + Math.round((rtl ? 1 - along : along) * (total - 1)))
  }
  return (
    <input
      className={css.range}
      type="range"
      dir={rtl ? 'rtl' : 'ltr'}
      min={1}
      max={Math.max(1, total)}
      step={1}
      value={page}
      aria-label={t('reader.goTo')}
      aria-valuetext={says}
      style={{ '--part': part } as CSSProperties}
      onChange={(event) => go(Number(event.currentTarget.value))}
      onPointerUp={({ currentTarget }) => {
        settle?.()
        // The keys turn pages again.
        currentTarget.blur()
      }}
      onPointerMove={hover && point}
      onPointerLeave={() => hover?.(undefined)}
      onKeyUp={settle}
      onBlur={settle}
    />
  )
}
