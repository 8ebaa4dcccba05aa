import { ActionIcon, Tabs } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Bookmark } from '../../api/types.ts'
import { timeAgo } from '../../messages/format.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { chapterAt } from './chapter.ts'
import css from './contents-sheet.module.css'
import type { Locator } from './locator.ts'
import type { PaginatorTarget } from './paginator.ts'
import type { Publication } from './publication.ts'

type ContentsProps = {
  opened: boolean
  close: () => void
  publication: Publication
  current: number
  bookmarks: Bookmark[]
  go: (target: PaginatorTarget) => void
  goTo: (locator: Locator) => void
  remove: (id: string) => void
}

export function ContentsSheet(props: ContentsProps) {
  const { opened, close, publication, current, bookmarks } = props
  const here = chapterAt(publication, current)
  const open = (act: () => void) => {
    act()
    close()
  }
  return (
    <Sheet opened={opened} close={close} title={t('reader.contents')} width={420}>
      <Tabs defaultValue="contents">
        <Tabs.List grow mb="sm">
          <Tabs.Tab value="contents">{t('reader.contents')}</Tabs.Tab>
          <Tabs.Tab value="bookmarks">{t('reader.bookmarks')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contents">
          {publication.toc.length === 0 && <p className="quiet">{t('epub.noContents')}</p>}
          <ol className={css.list}>
            {publication.toc.map((item) => {
              const index = publication.order.findIndex((each) => each.path === item.path)
              return (
                <li key={`${item.path}#${item.fragment} ${item.title}`}>
                  <button
                    type="button"
                    className={css.entry}
                    style={{ paddingInlineStart: 12 + item.depth * 18 }}
                    aria-current={item === here || undefined}
                    disabled={index < 0}
                    dir="auto"
                    onClick={() => open(() => props.go({ index, fragment: item.fragment }))}
                  >
                    {item.title}
                  </button>
                </li>
              )
            })}
          </ol>
        </Tabs.Panel>
        <Tabs.Panel value="bookmarks">
          {bookmarks.length === 0 && <p className="quiet">{t('reader.noBookmarks')}</p>}
          <ul className={css.list}>
            {bookmarks.map(({ id, locator, createdAt }) => {
              const label = labelOf(locator)
              const page = locator?.locations?.position ?? 1
              return (
                <li key={id} className={css.mark}>
                  <button
                    type="button"
                    className={css.entry}
                    disabled={!locator}
                    onClick={() => open(() => locator && props.goTo(locator as Locator))}
                  >
                    <span dir="auto">{label}</span>
                    <span className={css.when}>
                      {t('reader.page', { page, total: publication.positions.length })}
                      {' · '}
                      {timeAgo(createdAt)}
                    </span>
                  </button>
                  <ActionIcon aria-label={`${t('reader.removeBookmark')}: ${label}`} onClick={() => props.remove(id)}>
                    <IconX size={16} stroke={1.5} />
                  </ActionIcon>
                </li>
              )
            })}
          </ul>
        </Tabs.Panel>
      </Tabs>
    </Sheet>
  )
}

function labelOf(locator: Bookmark['locator']): string {
  const words = (locator?.text as Locator['text'])?.highlight
  return [locator?.title, words && `“${words.trim()}…”`].filter(Boolean).join(' · ') || t('reader.bookmarks')
}
