import { IconChevronDown, IconChevronUp, IconList, IconX } from '@tabler/icons-react'
import { t } from '../../../messages/t.ts'
import { ReaderBarButton } from '../../reader-bars.tsx'
import { useSteadyUnderPointer } from '../../use-steady-under-pointer.ts'
import css from './search-hits-bar.module.css'
import type { EpubSearch } from './use-search-hits.ts'

type SearchBarProps = {
  search: Pick<EpubSearch, 'phrase'> & { current: number | undefined; hits: readonly unknown[] }
  isRaised: boolean
  step: (by: 1 | -1) => void
  list: () => void
  clear: () => void
}

/** Steps from hit to hit during a search. */
export function SearchHitsBar({ search, isRaised, step, list, clear }: SearchBarProps) {
  const { phrase, hits, current } = search
  const [raised, hold] = useSteadyUnderPointer(isRaised)
  return (
    <search className={css.bar} data-raised={raised || undefined} aria-label={t('epub.searchHits')} {...hold}>
      <p className={`num ${css.count}`} aria-live="polite">
        <span className={css.phrase} dir="auto">
          {phrase}
        </span>
        <span>
          {current === undefined
            ? t('epub.searchCount', { count: hits.length })
            : t('epub.searchHit', { number: current + 1, total: hits.length })}
        </span>
      </p>
      <ReaderBarButton label={t('epub.previousHit')} onClick={() => step(-1)}>
        <IconChevronUp size={20} stroke={1.5} />
      </ReaderBarButton>
      <ReaderBarButton label={t('epub.nextHit')} onClick={() => step(1)}>
        <IconChevronDown size={20} stroke={1.5} />
      </ReaderBarButton>
      <ReaderBarButton label={t('epub.allHits')} onClick={list}>
        <IconList size={20} stroke={1.5} />
      </ReaderBarButton>
      <ReaderBarButton label={t('epub.endSearch')} onClick={clear}>
        <IconX size={20} stroke={1.5} />
      </ReaderBarButton>
    </search>
  )
}
