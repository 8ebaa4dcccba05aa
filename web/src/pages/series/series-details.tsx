import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { listsContainingItemQuery } from '../../api/item-queries.ts'
import type { FullSeries } from '../../api/types.ts'
import { DetailsList } from '../../item/details-list.tsx'
import { FacetLink } from '../../item/facet-link.tsx'
import { TagLinks } from '../../item/tag-links.tsx'
import { dateText } from '../../messages/format-values.ts'
import { t } from '../../messages/t.ts'

/** What else is known of a series, below its books. */
export default function SeriesDetails({ series }: { series: FullSeries }) {
  const { metadata } = series
  const { data: lists = [] } = useQuery(listsContainingItemQuery('series', series.id))
  return (
    <DetailsList
      title={t('series.details')}
      details={[
        series.tags.length > 0 && {
          name: t('series.tags'),
          value: <TagLinks group="tag" names={series.tags.map((tag) => tag.name)} />,
        },
        series.alternateTitles.length > 0 && {
          name: t('series.alternateTitles'),
          value: series.alternateTitles.map((each) => each.title).join(' · '),
        },
        lists.length > 0 && {
          name: t('nav.collections'),
          value: lists.map((list, index) => (
            <Fragment key={list.id}>
              {index > 0 && ' · '}
              <Link to="/collections/$collectionId" params={{ collectionId: list.id }}>
                {list.name}
              </Link>
            </Fragment>
          )),
        },
        metadata.imprint && {
          name: t('series.imprint'),
          value: <FacetLink kind="imprint" name={metadata.imprint} />,
        },
        metadata.readingDirection && {
          name: t('series.direction'),
          value: t(`direction.${metadata.readingDirection}`),
        },
        series.externalLinks.length > 0 && {
          name: t('series.links'),
          value: series.externalLinks.map((link) => (
            <a key={link.url} href={link.url} target="_blank" rel="noreferrer noopener">
              {link.sourceName}{' '}
            </a>
          )),
        },
        series.externalRatings.length > 0 && {
          name: t('series.ratings'),
          value: series.externalRatings.map((each) => `${each.sourceName} ${Math.round(each.rating)}`).join(' · '),
        },
        series.path && { name: t('series.folder'), value: series.path },
        { name: t('series.added'), value: dateText(series.createdAt) },
      ]}
    />
  )
}
