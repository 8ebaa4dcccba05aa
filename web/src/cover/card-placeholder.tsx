import css from './card-placeholder.module.css'

/** Stands for a card that is not there yet, or that rushes past: its colour, its shape, nothing that moves. */
export function cardPlaceholder(item: { coverColor?: string | null } | undefined) {
  return <div className={css.blank} style={item?.coverColor ? { backgroundColor: item.coverColor } : undefined} />
}
