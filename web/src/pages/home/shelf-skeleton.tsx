import { CardSkeleton, Line } from '../../cover/skeleton.tsx'
import { Shelf } from '../../parts/shelf.tsx'
import css from './continue-card.module.css'

const places = Array.from({ length: 12 }, (_, index) => ({ id: `place ${index}` }))

export function ShelfSkeleton({ name, size }: { name: string; size?: 'large' }) {
  return (
    <Shelf
      name={name}
      size={size}
      items={size ? places.slice(0, 4) : places}
      render={() =>
        size ? (
          <div className={css.card}>
            <CardSkeleton />
            <div className={css.text}>
              <Line width="50%" />
            </div>
          </div>
        ) : (
          <CardSkeleton />
        )
      }
    />
  )
}
