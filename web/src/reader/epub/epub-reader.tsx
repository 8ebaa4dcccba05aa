import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Book, Progression } from '../../api/shapes.ts'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../parts/state.tsx'
import { FixedReader } from './fixed-reader.tsx'
import { FlowReader } from './flow-reader.tsx'
import { publicationQuery } from './publication.ts'

export type EpubProps = { book: Book; startAt: number | undefined; incognito: boolean; close: () => void }

/** Opens a book: what it consists of and where this person was. Then text flows, or fixed pages stand. */
export function EpubReader(props: EpubProps) {
  const { book } = props
  const publication = useQuery(publicationQuery(book.id))
  const progression = useQuery({
    queryKey: ['progression', book.id],
    queryFn: ({ signal }) =>
      api.get<Progression | undefined>(`/books/${book.id}/progression`, { signal }).then((it) => it ?? null),
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  })
  if (publication.isError) return <ErrorState error={publication.error} retry={publication.refetch} />
  // Without a connection the place kept on this device will do.
  if (!publication.data || progression.isPending) return <p role="status">{t('reader.loading')}</p>
  const Reader = publication.data.fixed ? FixedReader : FlowReader
  return <Reader {...props} publication={publication.data} progression={progression.data ?? undefined} />
}
