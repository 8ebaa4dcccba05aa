import { joinList } from '../messages/format-values.ts'
import { type PlainKey, t } from '../messages/t.ts'
import type { PluginSearchResult } from './identify-api.ts'

type Facts = Pick<PluginSearchResult, 'year'> & {
  preview: Pick<PluginSearchResult['preview'], 'authors' | 'bookCount' | 'format'>
}

/** What tells a search result from another one of the same title: “Light novel · 2013 · Carlo Zen · 14 books”. */
export function factsOfResult({ year, preview: { authors, bookCount, format } }: Facts): string {
  return [formatName(format), year, joinList(authors.slice(0, 2)), bookCountText(bookCount)].filter(Boolean).join(' · ')
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
