import type { CSSProperties, PointerEvent } from 'react'
import { t } from '../messages/t.ts'
import css from './page-slider.module.css'

/** The width of the thumb, whose centre never reaches the very ends. */
const knob = 16

type SliderProps = {
  page: number
  total: number
  rtl: boolean
  /** The position as text, for screen readers. */
  valueText: string
  go: (page: number) => void
  /** Called on release; without it every movement already navigates. */
  onRelease?: () => void
  /** The page under a hovering mouse. */
  hover?: (page: number | undefined) => void
}

/** A slider through the book. */
export function PageSlider({ page, total, rtl, valueText, go, onRelease, hover }: SliderProps) {
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
      aria-valuetext={valueText}
      style={{ '--part': part } as CSSProperties}
      onChange={(event) => go(Number(event.currentTarget.value))}
      onPointerUp={({ currentTarget }) => {
        onRelease?.()
        // Gives the keys back to page turning.
        currentTarget.blur()
      }}
      onPointerMove={hover && point}
      onPointerLeave={() => hover?.(undefined)}
      onKeyUp={onRelease}
      onBlur={onRelease}
    />
  )
}
