import { useQuery } from '@tanstack/react-query'
import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { LazyMenu } from '../parts/lazy-menu.tsx'
import { MatchLibraryButton } from './match-library-button.tsx'
import { matchProvidersQuery } from './matching-api.ts'

const load = () => import('./match-library-menu-items.tsx')
const soon = preload(load)
const OpenedMatchLibraryMenu = lazyComponent(load)

/** Shown only when a provider can match a whole library. */
export default function MatchLibraryMenu({ libraryId }: { libraryId: string }) {
  const { data: matchers = [] } = useQuery(matchProvidersQuery('library:detail', libraryId))
  if (matchers.length === 0) return null
  return (
    <LazyMenu soon={soon} button={(rest) => <MatchLibraryButton {...rest} />}>
      <OpenedMatchLibraryMenu libraryId={libraryId} matchers={matchers} />
    </LazyMenu>
  )
}
