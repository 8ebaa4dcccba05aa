import { Suspense, useState } from 'react'
import { lazyPart } from '../messages/lazy-part.ts'
import css from './item-menu.module.css'
import { type MenuTarget, menuNames } from './menu-target.ts'

const load = () => import('./item-menu.tsx')
const OpenedItemMenu = lazyPart(load)

/** A grid has hundreds of cards but only one open menu: cards carry a bare button, the menu is loaded and made on the press. */
export function ItemMenu(target: MenuTarget) {
  const [made, setMade] = useState(false)
  const button = (
    <button
      type="button"
      className={css.button}
      {...menuNames(target)}
      aria-busy={made || undefined}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setMade(true)}
    >
      <span className={css.dots} aria-hidden />
    </button>
  )
  if (!made) return button
  return (
    <Suspense fallback={button}>
      <OpenedItemMenu {...target} />
    </Suspense>
  )
}
