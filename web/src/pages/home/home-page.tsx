import { useQuery } from '@tanstack/react-query'
import { librariesQuery } from '../../api/item-queries.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { HomeRows } from './home-rows.tsx'

const NoLibraries = lazyComponent(() =>
  import('../../parts/no-libraries.tsx').then((it) => ({ default: it.NoLibraries })),
)

export function HomePage() {
  useDocumentTitle(undefined)
  const libraries = useQuery(librariesQuery)
  if (errorReplacesContent(libraries)) return <ErrorState error={libraries.error} retry={libraries.refetch} />
  if (libraries.data?.length === 0)
    return (
      <LazyBoundary>
        <NoLibraries isPage />
      </LazyBoundary>
    )
  return <HomeRows />
}
