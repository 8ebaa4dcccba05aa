import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../api/session.ts'
import type { SimilarityReason } from '../../api/types.ts'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { SeriesCard } from '../../cover/item-card.tsx'
import { authorRoleName } from '../../item/credits.tsx'
import { joinList } from '../../messages/format-values.ts'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { currentLanguage, t } from '../../messages/t.ts'
import { CoverRow } from '../../parts/cover-row.tsx'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import css from './related-series.module.css'
import { seriesRelationsQuery, similarSeriesQuery } from './relations-api.ts'

const RelationEditor = lazyComponent(() => import('./relation-editor.tsx'))

/** Related series, from users and files, and similar ones the viewer may like. */
export default function RelatedSeries({ seriesId }: { seriesId: string }) {
  const related = useQuery(seriesRelationsQuery(seriesId))
  const similar = useQuery(similarSeriesQuery(seriesId))
  const mayEdit = usePermission('SeriesWrite')
  const [editing, setEditing] = useState(false)
  const edit = mayEdit && related.data && (
    <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
      {related.data.length > 0 ? t('relations.edit') : t('relations.add')}
    </Button>
  )
  return (
    <div className={css.rows}>
      {related.data && related.data.length > 0 ? (
        <CoverRow
          name={t('relations.title')}
          more={edit}
          items={related.data.map((each) => ({ ...each, id: each.series.id }))}
          render={({ series, kind }) => (
            <SeriesCard
              series={series}
              detail={t(`relation.${kind}`)}
              menu={<ItemMenuButton kind="series" item={series} />}
            />
          )}
        />
      ) : (
        edit && <div className={css.none}>{edit}</div>
      )}
      {similar.data && similar.data.length > 0 && (
        <CoverRow
          name={t('similar.title')}
          items={similar.data.map((each) => ({ ...each, id: each.series.id }))}
          render={({ series, reasons }) => (
            <SeriesCard
              series={series}
              detail={reasonText(reasons[0])}
              menu={<ItemMenuButton kind="series" item={series} />}
            />
          )}
        />
      )}
      {editing && (
        <LazyBoundary close={() => setEditing(false)}>
          <RelationEditor seriesId={seriesId} relations={related.data ?? []} close={() => setEditing(false)} />
        </LazyBoundary>
      )}
    </div>
  )
}

/** "Same writer: Ann Moore" */
function reasonText(reason: SimilarityReason | undefined): string {
  if (!reason) return ''
  if (reason.kind === 'readers') return t('similar.readers')
  const names = joinList(reason.names)
  if (reason.kind === 'genre') return t('similar.genre', { names })
  if (reason.kind === 'tag') return t('similar.tag', { names })
  const role = authorRoleName(reason.role ?? 'contributor')
  // Used within a sentence; German always capitalises nouns.
  const inSentence = currentLanguage() === 'de' ? role : role.toLocaleLowerCase(currentLanguage())
  return t('similar.person', { role: inSentence, names })
}
