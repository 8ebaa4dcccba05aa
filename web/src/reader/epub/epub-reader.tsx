import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Progression } from '../../api/types.ts'
import { queuedRequestBody } from '../../offline/queued-requests.ts'
import { BookOpenError } from '../book-open-error.tsx'
import { ReaderLoading } from '../reader-loading.tsx'
import { FixedLayoutReader } from './fixed-layout/fixed-layout-reader.tsx'
import { type EpubReaderProps, publicationQuery } from './publication.ts'
import { ReflowableReader } from './reflowable/reflowable-reader.tsx'

/** Opens a book: fetches its publication and the viewer's position, then shows the reader for its layout. */
export function EpubReader(props: EpubReaderProps) {
  const { book, close } = props
  const publication = useQuery(publicationQuery(book.id))
  const progression = useQuery({
    queryKey: ['progression', book.id],
    queryFn: async ({ signal }) => {
      const path = `/books/${book.id}/progression`
      return queuedRequestBody<Progression>(path) ?? (await api.get<Progression | undefined>(path, { signal })) ?? null
    },
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  })
  if (publication.isLoadingError)
    return <BookOpenError book={book} error={publication.error} retry={publication.refetch} close={close} />
  // Starting at the beginning would lose the viewer's position.
  if (progression.isLoadingError)
    return <BookOpenError error={progression.error} retry={progression.refetch} close={close} />
  if (!publication.data || progression.isPending) return <ReaderLoading text />
  const Reader = publication.data.fixed ? FixedLayoutReader : ReflowableReader
  return <Reader {...props} publication={publication.data} progression={progression.data ?? undefined} />
}
