import { joinList } from '../../messages/format-values.ts'
import { t } from '../../messages/t.ts'
import type { Release } from '../../releases/releases-api.ts'

type Span = { start: number; end: number }

/** "Vol. 107 · Ch. 1142–1144": what a release contains, as people write it. */
export function releaseRangeText({ volumes, chapters }: Pick<Release, 'volumes' | 'chapters'>): string {
  return [
    volumes && volumes.length > 0 && t('releases.volume', { range: rangesOf(volumes) }),
    chapters && chapters.length > 0 && t('releases.chapter', { range: rangesOf(chapters) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

const rangesOf = (spans: readonly Span[]) =>
  joinList(spans.map(({ start, end }) => (start === end ? String(start) : `${start}–${end}`)))
