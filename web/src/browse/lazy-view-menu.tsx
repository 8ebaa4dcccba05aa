import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { LazyMenu } from '../parts/lazy-menu.tsx'
import { ViewMenuButton, type ViewMenuProps } from './view-menu-button.tsx'

const load = () => import('./view-menu.tsx')
const soon = preload(load)
const OpenedViewMenu = lazyComponent(load)

export function LazyViewMenu(props: ViewMenuProps) {
  return (
    <LazyMenu soon={soon} button={(rest) => <ViewMenuButton view={props.view} {...rest} />}>
      <OpenedViewMenu {...props} />
    </LazyMenu>
  )
}
