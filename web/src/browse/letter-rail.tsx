import { useQuery } from '@tanstack/react-query'
import type { ListRequestBody } from '../api/types.ts'
import { seriesLetterCountsQuery } from '../api/whole-lists.ts'
import { t } from '../messages/t.ts'
import { letterPositions, thinOutLetters } from './letter-positions.ts'
import css from './letter-rail.module.css'

/** A to Z at the right edge. Sliding a finger along it jumps through the letters. */
export function LetterRail({ request, jump }: { request: ListRequestBody; jump: (index: number) => void }) {
  const { data } = useQuery(seriesLetterCountsQuery(request))
  const letters = thinOutLetters(letterPositions(data ?? []), 30)
  if (letters.length < 4) return null

  return (
    <nav
      className={css.rail}
      aria-label={t('library.jumpRail')}
      onTouchMove={(event) => {
        const touch = event.touches[0]
        if (!touch) return
        const under = document.elementFromPoint(event.currentTarget.getBoundingClientRect().left + 8, touch.clientY)
        const index = under instanceof HTMLElement ? under.dataset.jump : undefined
        if (index) jump(Number(index))
      }}
    >
      {letters.map(({ letter, index }) => (
        <button
          key={letter + index}
          type="button"
          className={css.letter}
          data-jump={index}
          aria-label={t('library.jump', { letter })}
          onClick={() => jump(index)}
        >
          {letter}
        </button>
      ))}
    </nav>
  )
}
