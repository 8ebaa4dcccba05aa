import { useQuery } from '@tanstack/react-query'
import { librariesQuery } from '../../../api/item-queries.ts'
import { errorReplacesContent, notFoundProblem } from '../../../api/problem.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { EditLibraryPage } from './edit-library-page.tsx'
import { LibraryList } from './library-list.tsx'
import { NewLibraryPage } from './new-library-page.tsx'

export default function AdminLibrariesPage({ rest }: { rest: string }) {
  const { data: libraries, error, refetch } = useQuery(librariesQuery)
  if (errorReplacesContent({ data: libraries, error })) return <ErrorState error={error} retry={refetch} />
  if (rest === 'new') return <NewLibraryPage />
  if (!libraries) return null
  if (rest === '') return <LibraryList libraries={libraries} />
  const library = libraries.find(({ id }) => id === rest)
  return library ? <EditLibraryPage library={library} key={library.id} /> : <ErrorState error={notFoundProblem} />
}
