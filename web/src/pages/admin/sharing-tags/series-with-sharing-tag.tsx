import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useCoverUrl } from '../../../api/cover-url.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { ListRequestBody, Page, Series } from '../../../api/types.ts'
import { Cover } from '../../../cover/cover.tsx'
import { t } from '../../../messages/t.ts'
import { SettingsHeader, SettingsSection } from '../../settings/parts/settings-section.tsx'
import type { SharingTag } from '../users/users-api.ts'
import css from './sharing-tags-page.module.css'

const tagged = (name: string) =>
  infiniteQueryOptions({
    queryKey: ['sharing-tags', 'series', name],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) => {
      const body: ListRequestBody = { condition: { sharingTag: { operator: 'is', value: name } } }
      return api.post<Page<Series>>('/series/list', { query: { page: pageParam, pageSize: 50 }, body, signal })
    },
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  })

const found = (text: string) =>
  queryOptions({
    queryKey: ['search', 'series', text],
    enabled: text !== '',
    queryFn: ({ signal }) =>
      api.post<Page<Series>>('/series/list', { query: { pageSize: 8 }, body: { fullTextSearch: text }, signal }),
  })

/** The series with a tag, and a search to add it to more. */
export function SeriesWithSharingTag({ tag }: { tag: SharingTag }) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 200)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(tagged(tag.name))
  const { data: matches } = useQuery(found(text))
  const has = data?.pages.flatMap((page) => page.data) ?? []
  const known = new Set(has.map(({ id }) => id))
  const { mutate: add } = useMutation({
    mutationFn: (id: string) => api.post(`/series/${id}/sharing-tags`, { body: { sharingTagId: tag.id } }),
    onSuccess: refresh,
  })
  const { mutate: remove } = useMutation({
    mutationFn: (id: string) => api.delete(`/series/${id}/sharing-tags/${tag.id}`),
    onSuccess: refresh,
  })
  return (
    <>
      <SettingsHeader title={tag.name} lead={tag.description} />
      <SettingsSection title={t('tags.addToSeries')}>
        <TextInput
          className={css.search}
          type="search"
          aria-label={t('tags.findSeries')}
          placeholder={t('tags.findSeries')}
          leftSection={<IconSearch size={16} stroke={1.5} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ul className={css.tags}>
          {text !== '' &&
            matches?.data
              .filter(({ id }) => !known.has(id))
              .map((series) => (
                <Item key={series.id} series={series}>
                  <ActionIcon aria-label={t('tags.addTo', { title: series.title })} onClick={() => add(series.id)}>
                    <IconPlus size={18} stroke={1.7} />
                  </ActionIcon>
                </Item>
              ))}
        </ul>
        {text !== '' && matches?.data.length === 0 && <p className="quiet">{t('search.nothing', { query: text })}</p>}
      </SettingsSection>
      <SettingsSection title={t('tags.seriesCount', { count: data?.pages[0]?.total ?? 0 })}>
        <ul className={css.tags}>
          {has.map((series) => (
            <Item key={series.id} series={series}>
              <ActionIcon aria-label={t('tags.removeFrom', { title: series.title })} onClick={() => remove(series.id)}>
                <IconX size={18} stroke={1.5} />
              </ActionIcon>
            </Item>
          ))}
        </ul>
        {hasNextPage && (
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('common.more')}
          </Button>
        )}
      </SettingsSection>
    </>
  )
}

function Item({ series, children }: { series: Series; children: React.ReactNode }) {
  const url = useCoverUrl('series', series.id, series.updatedAt)
  return (
    <li className={css.tag}>
      <span className={css.cover}>
        <Cover url={url} title={series.title} seed={series.id} />
      </span>
      <span className={css.words}>
        <Link to="/series/$seriesId" params={{ seriesId: series.id }} className={css.name}>
          {series.title}
        </Link>
        <span className={`num ${css.text}`}>{t('count.books', { count: series.bookCount })}</span>
      </span>
      {children}
    </li>
  )
}

async function refresh() {
  await queryClient.invalidateQueries({ queryKey: ['sharing-tags'] })
}
