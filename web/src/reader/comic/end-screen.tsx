import { useRef } from 'react'
import type { Book } from '../../api/types.ts'
import { EndCard } from '../end-card.tsx'
import type { Dimensions } from '../page-fit.ts'
import css from './comic-reader.module.css'
import { type TapSide, useTaps } from './use-taps.ts'

type BeyondProps = {
  book: Book
  side: 'start' | 'end'
  view: Dimensions
  vertical: boolean
  turn: (side: TapSide) => void
  tap: () => void
}

/** The screen before the first page and after the last: taps and swipes work as on the pages. */
export function EndScreen({ book, side, ...rest }: BeyondProps) {
  const stage = useRef<HTMLDivElement>(null)
  const taps = useTaps({ stage, ...rest })
  return (
    <div ref={stage} className={css.beyond} {...taps}>
      <EndCard book={book} side={side} />
    </div>
  )
}
