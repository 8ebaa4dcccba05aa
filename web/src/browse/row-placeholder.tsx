import css from './list-row.module.css'

/** Replaces a row that isn't loaded yet, or that scrolls past quickly. */
export function rowPlaceholder(item: { coverColor?: string | null } | undefined) {
  return (
    <div className={css.row}>
      <div className={css.blank} style={item?.coverColor ? { background: item.coverColor } : undefined} />
    </div>
  )
}
