import type { ItemKind } from '../api/item-queries.ts'
import { lazyComponent } from '../messages/lazy-component.ts'
import { RenderAfterPaint } from '../parts/render-after-paint.tsx'
import css from './lazy-star-rating.module.css'

const StarRating = lazyComponent(() => import('./star-rating.tsx'))

/** The stars are rendered a moment after the page, in the space reserved for them. */
export function LazyStarRating(of: { kind: ItemKind; id: string }) {
  return (
    <RenderAfterPaint fallback={<span className={css.room} />}>
      <StarRating {...of} />
    </RenderAfterPaint>
  )
}
