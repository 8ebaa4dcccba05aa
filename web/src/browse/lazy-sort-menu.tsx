import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { LazyMenu } from '../parts/lazy-menu.tsx'
import { SortMenuButton, type SortMenuProps } from './sort-menu-button.tsx'

const load = () => import('./sort-menu.tsx')
const soon = preload(load)
const OpenedSortMenu = lazyComponent(load)

export function LazySortMenu(props: SortMenuProps) {
  return (
    <LazyMenu soon={soon} button={(rest) => <SortMenuButton kind={props.kind} sort={props.sort} {...rest} />}>
      <OpenedSortMenu {...props} />
    </LazyMenu>
  )
}
