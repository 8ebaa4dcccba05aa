import { Suspense, useState } from 'react'
import { lazyPart } from '../messages/lazy-part.ts'
import { ViewButton, type ViewMenuProps } from './view-button.tsx'

const load = () => import('./view-menu.tsx')
const OpenedViewMenu = lazyPart(load)

/** A bare button, until somebody presses it: the menu weighs more than the list it is for. */
export function ViewMenu(props: ViewMenuProps) {
  const [made, setMade] = useState(false)
  const button = (
    <ViewButton
      view={props.view}
      aria-haspopup="menu"
      aria-busy={made || undefined}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setMade(true)}
    />
  )
  if (!made) return button
  return (
    <Suspense fallback={button}>
      <OpenedViewMenu {...props} />
    </Suspense>
  )
}
