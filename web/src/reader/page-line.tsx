import type { CSSProperties } from 'react'
import { t } from '../messages/t.ts'
import css from './page-line.module.css'

type LineProps = {
  page: number
  total: number
  rtl: boolean
  /** The place in words, for those who cannot see the line. */
  says: string
  go: (page: number) => void
  /** When the finger lets go; without it every movement already goes. */
  settle?: () => void
}

/** A line through the book. */
export function PageLine({ page, total, rtl, says, go, settle }: LineProps) {
  const part = total > 1 ? (page - 1) / (total - 1) : 0
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
      onPointerUp={settle}
      onKeyUp={settle}
      onBlur={settle}
    />
  )
}
