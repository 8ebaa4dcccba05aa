import { useState } from 'react'
import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { ViewMenuButton, type ViewMenuProps } from './view-menu-button.tsx'

const load = () => import('./view-menu.tsx')
const soon = preload(load)
const OpenedViewMenu = lazyComponent(load)

/** A bare button, until somebody presses it: the menu weighs more than the list it is for. */
export function LazyViewMenu(props: ViewMenuProps) {
  const [made, setMade] = useState(false)
  const button = (
    <ViewMenuButton
      view={props.view}
      aria-haspopup="menu"
      aria-busy={made || undefined}
      onPointerEnter={soon}
      onFocus={soon}
      onClick={() => setMade(true)}
    />
  )
  if (!made) return button
  return (
    <LazyBoundary fallback={button} close={() => setMade(false)}>
      <OpenedViewMenu {...props} />
    </LazyBoundary>
  )
}
