import { CardSkeleton, SkeletonLine } from '../../cover/card-skeleton.tsx'
import { CoverRow } from '../../parts/cover-row.tsx'
import css from './continue-card.module.css'

const places = Array.from({ length: 12 }, (_, index) => ({ id: `place ${index}` }))

export function CoverRowSkeleton({ name, size }: { name: string; size?: 'large' }) {
  return (
    <CoverRow
      name={name}
      size={size}
      items={size ? places.slice(0, 4) : places}
      render={() =>
        size ? (
          <div className={css.card}>
            <CardSkeleton />
            <div className={css.text}>
              <SkeletonLine width="50%" />
            </div>
          </div>
        ) : (
          <CardSkeleton />
        )
      }
    />
  )
}
