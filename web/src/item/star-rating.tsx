import { Rating } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { setRating } from '../api/item-actions.ts'
import { type ItemKind, ratingQuery } from '../api/item-queries.ts'
import { lazyComponent } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'

const OwnReview = lazyComponent(() => import('./own-review.tsx'))

/** The button comes a moment later, and must not move what is beside it. */
const reviewRoom = <span style={{ width: 36 }} />

/** Five stars with halves represent 1 to 100; a second click on the same star removes the rating, not the review. */
export default function StarRating({ kind, id }: { kind: ItemKind; id: string }) {
  const { data } = useQuery(ratingQuery(kind, id))
  const value = (data?.rating ?? 0) / 20
  return (
    <>
      <Rating
        role="radiogroup"
        aria-label={t('rating.label')}
        value={value}
        fractions={2}
        color="accent"
        onChange={(next) => setRating(kind, id, next === value ? null : Math.round(next * 20))}
        getSymbolLabel={(stars) => t('rating.value', { rating: stars * 2 })}
      />
      {data === undefined ? (
        reviewRoom
      ) : (
        <LazyBoundary fallback={reviewRoom}>
          <OwnReview kind={kind} id={id} own={data} />
        </LazyBoundary>
      )}
    </>
  )
}
