import { Tabs } from '@mantine/core'
import type { Bookmark } from '../../api/types.ts'
import { timeAgo } from '../../messages/format-times.ts'
import { quoted } from '../../messages/quoted.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { BookmarkList } from '../bookmark-list.tsx'
import css from '../contents-list.module.css'
import { ContentsList } from '../contents-list.tsx'
import type { Locator } from './locator.ts'
import { indexOfFile, type Publication, type TocItem } from './publication.ts'
import type { ReflowableViewTarget } from './reflowable-view.ts'

type ContentsProps = {
  opened: boolean
  close: () => void
  publication: Publication
  /** The number of positions in the book. */
  total: number
  /** The current entry. */
  current: TocItem | undefined
  bookmarks: Bookmark[]
  go: (target: ReflowableViewTarget) => void
  goTo: (locator: Locator) => void
  remove: (id: string) => void
}

export function ContentsSheet(props: ContentsProps) {
  const { opened, close, publication, current, bookmarks } = props
  const open = (act: () => void) => {
    act()
    close()
  }
  const positionOf = (locator: Bookmark['locator']) =>
    t('reader.page', { page: locator?.locations?.position ?? 1, total: props.total })
  return (
    <Sheet opened={opened} close={close} title={t('reader.contents')} width={420}>
      <Tabs defaultValue="contents">
        <Tabs.List grow mb="sm" className={css.tabs}>
          <Tabs.Tab value="contents">{t('reader.contents')}</Tabs.Tab>
          <Tabs.Tab value="bookmarks">{t('reader.bookmarks')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contents">
          {publication.toc.length === 0 && <p className="quiet">{t('epub.noContents')}</p>}
          <Chapters publication={publication} current={current} go={(target) => open(() => props.go(target))} />
        </Tabs.Panel>
        <Tabs.Panel value="bookmarks">
          <BookmarkList
            remove={props.remove}
            entries={bookmarks.map(({ id, locator, createdAt }) => ({
              id,
              label: labelOf(locator),
              detail: [positionOf(locator), timeAgo(createdAt)].join(' · '),
              open: locator ? () => open(() => props.goTo(locator as Locator)) : undefined,
            }))}
          />
        </Tabs.Panel>
      </Tabs>
    </Sheet>
  )
}

type ChaptersProps = Pick<ContentsProps, 'publication' | 'current' | 'go'>

function Chapters({ publication, current, go }: ChaptersProps) {
  const entries = publication.toc.map(({ title, depth, path, fragment }, at) => {
    const index = indexOfFile(publication, path)
    return { key: `${at} ${path}`, title, depth, open: index < 0 ? undefined : () => go({ index, fragment }) }
  })
  return <ContentsList entries={entries} current={current ? publication.toc.indexOf(current) : -1} />
}

function labelOf(locator: Bookmark['locator']): string {
  const words = (locator?.text as Locator['text'])?.highlight
  return [locator?.title, words && quoted(`${words.trim()}…`)].filter(Boolean).join(' · ') || t('reader.bookmarks')
}
