import { Rating } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { rate } from '../api/actions.ts'
import { type Kind, ratingQuery } from '../api/catalogue.ts'
import { t } from '../messages/t.ts'

/** Five stars with halves stand for 1 to 100; a second press on the same star takes the rating back. */
export function Stars({ kind, id }: { kind: Kind; id: string }) {
  const { data } = useQuery(ratingQuery(kind, id))
  const value = (data?.rating ?? 0) / 20
  return (
    <Rating
      role="radiogroup"
      aria-label={t('rating.label')}
      value={value}
      fractions={2}
      color="accent"
      onChange={(next) => rate(kind, id, next === value ? null : Math.round(next * 20))}
      getSymbolLabel={(stars) => t('rating.value', { rating: stars * 2 })}
    />
  )
}
