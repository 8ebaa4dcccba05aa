import { useQuery } from '@tanstack/react-query'
import { librariesQuery } from '../../api/item-queries.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { NoLibraries } from '../../parts/no-libraries.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { HomeRows } from './home-rows.tsx'

export function HomePage() {
  useDocumentTitle(undefined)
  const libraries = useQuery(librariesQuery)
  if (errorReplacesContent(libraries)) return <ErrorState error={libraries.error} retry={libraries.refetch} />
  if (libraries.data?.length === 0) return <NoLibraries isPage />
  return <HomeRows />
}
