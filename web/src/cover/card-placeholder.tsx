import css from './card-placeholder.module.css'

/** Replaces a card that isn't loaded yet, or that scrolls past quickly: its colour and shape, without animation. */
export function cardPlaceholder(item: { coverColor?: string | null } | undefined) {
  return <div className={css.blank} style={item?.coverColor ? { backgroundColor: item.coverColor } : undefined} />
}
