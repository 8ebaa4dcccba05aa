import { CardSkeleton, SkeletonLine } from '../../cover/card-skeleton.tsx'
import css from './series-skeleton.module.css'

export function SeriesSkeleton() {
  return (
    <div className={css.head}>
      <CardSkeleton />
      <div className={css.text}>
        <SkeletonLine width="40%" />
        <SkeletonLine width="60%" />
        <SkeletonLine width="30%" />
      </div>
    </div>
  )
}
