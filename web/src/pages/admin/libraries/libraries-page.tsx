import { useQuery } from '@tanstack/react-query'
import { librariesQuery } from '../../../api/item-queries.ts'
import { errorReplacesContent, notFoundProblem } from '../../../api/problem.ts'
import { ErrorState } from '../../../parts/empty-and-error-state.tsx'
import { EditLibrary } from './edit-library.tsx'
import { LibraryList } from './library-list.tsx'
import { NewLibrary } from './new-library.tsx'

export default function LibrariesPage({ rest }: { rest: string }) {
  const { data: libraries, error, refetch } = useQuery(librariesQuery)
  if (errorReplacesContent({ data: libraries, error })) return <ErrorState error={error} retry={refetch} />
  if (rest === 'new') return <NewLibrary />
  if (!libraries) return null
  if (rest === '') return <LibraryList libraries={libraries} />
  const library = libraries.find(({ id }) => id === rest)
  return library ? <EditLibrary library={library} key={library.id} /> : <ErrorState error={notFoundProblem} />
}
