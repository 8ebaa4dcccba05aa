import { useQuery } from '@tanstack/react-query'
import { librariesQuery } from '../../api/catalogue.ts'
import { isLost } from '../../api/problem.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../messages/t.ts'
import { LinkButton } from '../../parts/links.tsx'
import { ErrorState, State } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { Shelves } from './shelves.tsx'

export function HomePage() {
  useTitle(undefined)
  const libraries = useQuery(librariesQuery)
  const mayAdd = useMay('LibrariesWrite')
  if (isLost(libraries)) return <ErrorState error={libraries.error} retry={libraries.refetch} />
  if (libraries.data?.length === 0)
    return (
      <State isPage title={t('home.empty.title')} text={mayAdd ? t('home.empty.text') : t('home.emptyReader.text')}>
        {mayAdd && <LinkButton to="/add-library">{t('home.empty.button')}</LinkButton>}
      </State>
    )
  return <Shelves />
}
