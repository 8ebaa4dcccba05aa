import css from './card-skeleton.module.css'

/** Has the exact shape of a card. */
export function CardSkeleton() {
  return (
    <div className={css.card} aria-hidden>
      <div className={css.cover} />
      <div className={css.line} />
      <div className={css.short} />
    </div>
  )
}

export function SkeletonLine({ width }: { width: string }) {
  return <div className={css.bare} style={{ width }} aria-hidden />
}
