import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { tellProblem } from '../../api/actions.ts'
import { collectionQuery, collectionSeriesQuery, removeFromList } from '../../api/lists.ts'
import { isLost } from '../../api/problem.ts'
import type { Series } from '../../api/shapes.ts'
import { ItemMenu } from '../../browse/item-menu.tsx'
import { WholeList } from '../../browse/whole-list.tsx'
import { type Selection, SeriesCard } from '../../cover/card.tsx'
import { t } from '../../messages/t.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { ErrorState, State } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { ListMenu } from './list-menu.tsx'
import css from './lists-grid.module.css'
import { useMayChange } from './use-may-change.ts'

const route = getRouteApi('/inside/framed/collections/$collectionId')

export function CollectionPage() {
  const { collectionId } = route.useParams()
  const navigate = route.useNavigate()
  const collection = useQuery(collectionQuery(collectionId))
  const series = useQuery(collectionSeriesQuery(collectionId))
  const mayEdit = useMayChange('collections', collection.data)
  const draw = useCallback(
    (each: Series, selection: Selection) => {
      const out = () => void removeFromList('collections', collectionId, each.id).catch(tellProblem)
      return (
        <SeriesCard
          series={each}
          selection={selection}
          menu={<ItemMenu kind="series" item={each} out={mayEdit ? out : undefined} />}
        />
      )
    },
    [collectionId, mayEdit],
  )
  useTitle(collection.data?.name)
  if (isLost(collection)) return <ErrorState error={collection.error} retry={collection.refetch} />
  if (!collection.data) return null
  return (
    <>
      <header className={css.head}>
        <PageTitle detail={t('count.series', { count: collection.data.seriesCount })}>{collection.data.name}</PageTitle>
        {mayEdit && (
          <ListMenu noun="collections" list={collection.data} gone={() => void navigate({ to: '/collections' })} />
        )}
      </header>
      {collection.data.summary && <p className={css.summary}>{collection.data.summary}</p>}
      {series.data?.length === 0 && <State title={t('collections.emptyOne')} />}
      {series.data?.length !== 0 && (
        <WholeList kind="series" items={series.data} label={collection.data.name} draw={draw} />
      )}
    </>
  )
}
