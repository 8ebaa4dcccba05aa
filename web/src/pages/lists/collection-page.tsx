import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { maxRuleListMembers } from '../../../../src/contract/rule-list-limit.ts'
import { collectionQuery, collectionSeriesQuery, removeFromList } from '../../api/curated-lists.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import { showProblem } from '../../api/show-message.ts'
import type { Series } from '../../api/types.ts'
import { FullyLoadedList } from '../../browse/fully-loaded-list.tsx'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { LazyViewMenu } from '../../browse/lazy-view-menu.tsx'
import { SeriesCard } from '../../cover/item-card.tsx'
import type { ItemSelectionState } from '../../cover/select-checkbox.tsx'
import { t } from '../../messages/t.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { ListMenu } from './list-menu.tsx'
import { useCanEditList } from './list-permissions.ts'
import css from './lists-grid.module.css'

const route = getRouteApi('/signed-in/framed/collections/$collectionId')

export function CollectionPage() {
  const { collectionId } = route.useParams()
  const navigate = route.useNavigate()
  const collection = useQuery(collectionQuery(collectionId))
  const series = useQuery(collectionSeriesQuery(collectionId))
  const mayEdit = useCanEditList('collections', collection.data)
  const mayRemoveMembers = mayEdit && collection.data?.condition === null
  const draw = useCallback(
    (each: Series, selection: ItemSelectionState) => {
      const removeItem = () => void removeFromList('collections', collectionId, each.id).catch(showProblem)
      return (
        <SeriesCard
          series={each}
          selection={selection}
          menu={
            <ItemMenuButton
              kind="series"
              item={each}
              selection={selection}
              removeFromList={mayRemoveMembers ? removeItem : undefined}
            />
          }
        />
      )
    },
    [collectionId, mayRemoveMembers],
  )
  useDocumentTitle(collection.data?.name)
  if (errorReplacesContent(collection)) return <ErrorState error={collection.error} retry={collection.refetch} />
  if (!collection.data) return null
  return (
    <>
      <header className={css.head}>
        <PageTitle detail={t('count.series', { count: collection.data.seriesCount })}>{collection.data.name}</PageTitle>
        <div className={css.acts}>
          <LazyViewMenu view="grid" />
          {mayEdit && (
            <ListMenu kind="collections" list={collection.data} gone={() => void navigate({ to: '/collections' })} />
          )}
        </div>
      </header>
      {collection.data.condition !== null && (
        <p className={css.summary}>
          {collection.data.seriesCount < maxRuleListMembers
            ? t('lists.rule')
            : t('lists.ruleFull', { count: maxRuleListMembers })}
        </p>
      )}
      {collection.data.summary && (
        <p className={css.summary} dir="auto">
          {collection.data.summary}
        </p>
      )}
      {series.data?.length === 0 && (
        <EmptyState
          title={t('collections.emptyOne')}
          text={collection.data.condition === null ? t('collections.emptyOneText') : t('lists.ruleEmpty')}
        >
          <BrowseAllBooksButton />
        </EmptyState>
      )}
      {series.data?.length !== 0 && (
        <FullyLoadedList kind="series" items={series.data} label={collection.data.name} draw={draw} />
      )}
    </>
  )
}
