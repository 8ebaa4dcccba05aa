import { useQuery } from '@tanstack/react-query'
import { librariesQuery } from '../../api/item-queries.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import { usePermission } from '../../api/session.ts'
import { t } from '../../messages/t.ts'
import { EmptyState, ErrorState } from '../../parts/empty-and-error-state.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { HomeRows } from './home-rows.tsx'

export function HomePage() {
  useDocumentTitle(undefined)
  const libraries = useQuery(librariesQuery)
  const mayAdd = usePermission('LibrariesWrite')
  if (errorReplacesContent(libraries)) return <ErrorState error={libraries.error} retry={libraries.refetch} />
  if (libraries.data?.length === 0)
    return (
      <EmptyState
        isPage
        title={t('home.empty.title')}
        text={mayAdd ? t('home.empty.text') : t('home.emptyReader.text')}
      >
        {mayAdd && <LinkButton to="/add-library">{t('home.empty.button')}</LinkButton>}
      </EmptyState>
    )
  return <HomeRows />
}
