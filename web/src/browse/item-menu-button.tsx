import { useState } from 'react'
import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import css from './item-menu.module.css'
import { type ItemMenuTarget, itemMenuAriaProps } from './item-menu-target.ts'

const load = () => import('./item-menu.tsx')
const soon = preload(load)
const ItemMenu = lazyComponent(load)

/**
 * A grid has hundreds of cards but only one open menu: cards have a plain button, and the menu is loaded and mounted on
 * click.
 */
export function ItemMenuButton(target: ItemMenuTarget) {
  const [made, setMade] = useState(false)
  const button = (
    <button
      type="button"
      className={css.button}
      {...itemMenuAriaProps(target)}
      aria-busy={made || undefined}
      onPointerEnter={soon}
      onFocus={soon}
      onClick={() => setMade(true)}
    >
      <span className={css.dots} aria-hidden />
    </button>
  )
  if (!made) return button
  return (
    <LazyBoundary fallback={button} close={() => setMade(false)}>
      <ItemMenu {...target} />
    </LazyBoundary>
  )
}
