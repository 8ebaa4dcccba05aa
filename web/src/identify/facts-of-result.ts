import { joinList } from '../messages/format-values.ts'
import { type PlainKey, t } from '../messages/t.ts'
import type { PluginSearchResult } from './identify-api.ts'

type Facts = Pick<PluginSearchResult, 'year'> & {
  preview: Pick<PluginSearchResult['preview'], 'authors' | 'bookCount' | 'format' | 'status'>
}

/** What tells a search result from another one of the same title: “Light novel · 2013 · Ended · Carlo Zen · 14 books”. */
export function factsOfResult({ year, preview: { authors, bookCount, format, status } }: Facts): string {
  return [formatName(format), year, statusName(status), joinList(authors.slice(0, 2)), bookCountText(bookCount)]
    .filter(Boolean)
    .join(' · ')
}

export const bookCountText = (count: number | undefined) => (count === undefined ? '' : t('identify.books', { count }))

const names = new Map<string, PlainKey>(
  Object.entries({
    comic: 'bookType.comic',
    manga: 'bookType.manga',
    novel: 'bookType.novel',
    light_novel: 'identify.lightNovel',
    one_shot: 'bookType.oneshot',
    webtoon: 'direction.webtoon',
    artbook: 'bookType.artbook',
  } as const),
)

/** Providers use other words, too ("manhwa"); those are shown as they are. */
function formatName(format = ''): string {
  const word = format.toLowerCase().replaceAll(/[\s-]/g, '_')
  const name = names.get(word)
  return name ? t(name) : format
}

const statuses = new Map<string, PlainKey>(
  (['ongoing', 'ended', 'hiatus', 'abandoned'] as const).map((status) => [status, `status.${status}`]),
)

/** Of a provider's other words, such as “finished_airing”, nobody knows how to show them. */
function statusName(status = ''): string | undefined {
  const name = statuses.get(status.toLowerCase())
  return name && t(name)
}
