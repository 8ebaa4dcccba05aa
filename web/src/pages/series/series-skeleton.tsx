import { CardSkeleton, Line } from '../../cover/skeleton.tsx'
import css from './series-skeleton.module.css'

export function SeriesSkeleton() {
  return (
    <div className={css.head}>
      <CardSkeleton />
      <div className={css.text}>
        <Line width="40%" />
        <Line width="60%" />
        <Line width="30%" />
      </div>
    </div>
  )
}
