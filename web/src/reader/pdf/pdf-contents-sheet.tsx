import { ActionIcon, Tabs } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Bookmark } from '../../api/types.ts'
import { timeAgo } from '../../messages/format-times.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import css from '../epub/contents-sheet.module.css'
import type { PdfChapter } from './pdf-document-info.ts'
import type { PdfTarget } from './pdf-pages.tsx'

type OutlineProps = {
  opened: boolean
  close: () => void
  chapters: PdfChapter[]
  current: PdfChapter | undefined
  bookmarks: Bookmark[]
  labelOf: (page: number) => string
  go: (target: PdfTarget) => void
  remove: (id: string) => void
}

export function PdfContentsSheet({ opened, close, chapters, current, bookmarks, labelOf, go, remove }: OutlineProps) {
  const open = (target: PdfTarget) => {
    close()
    go(target)
  }
  return (
    <Sheet opened={opened} close={close} title={t('reader.contents')} width={420}>
      <Tabs defaultValue={chapters.length > 0 || bookmarks.length === 0 ? 'contents' : 'bookmarks'}>
        <Tabs.List grow mb="sm">
          <Tabs.Tab value="contents">{t('reader.contents')}</Tabs.Tab>
          <Tabs.Tab value="bookmarks">{t('reader.bookmarks')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contents">
          {chapters.length === 0 && <p className="quiet">{t('epub.noContents')}</p>}
          <ol className={css.list}>
            {chapters.map((chapter) => (
              <Entry
                key={chapter.key}
                chapter={chapter}
                isCurrent={chapter === current}
                label={chapter.page === null ? '' : labelOf(chapter.page)}
                open={open}
              />
            ))}
          </ol>
        </Tabs.Panel>
        <Tabs.Panel value="bookmarks">
          {bookmarks.length === 0 && <p className="quiet">{t('reader.noBookmarks')}</p>}
          <ul className={css.list}>
            {bookmarks
              .toSorted((one, other) => (one.page ?? 0) - (other.page ?? 0))
              .map(({ id, page, createdAt }) => {
                const label = t('pdf.pageLabel', { label: labelOf(page ?? 1) })
                return (
                  <li key={id} className={css.mark}>
                    <button type="button" className={css.entry} onClick={() => open({ page: page ?? 1 })}>
                      {label}
                      <span className={css.when}>{timeAgo(createdAt)}</span>
                    </button>
                    <ActionIcon aria-label={`${t('reader.removeBookmark')}: ${label}`} onClick={() => remove(id)}>
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

type EntryProps = { chapter: PdfChapter; isCurrent: boolean; label: string; open: (target: PdfTarget) => void }

function Entry({ chapter: { title, page, top, depth }, isCurrent, label, open }: EntryProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'center' })
  }, [isCurrent])
  return (
    <li className={css.mark}>
      <button
        ref={button}
        type="button"
        className={css.entry}
        style={{ paddingInlineStart: 12 + Math.min(depth, 8) * 18 }}
        aria-current={isCurrent || undefined}
        disabled={page === null}
        onClick={() => page !== null && open({ page, top })}
      >
        <span dir="auto">{title}</span>
        {label && <span className={`num ${css.when}`}>{t('pdf.pageLabel', { label })}</span>}
      </button>
    </li>
  )
}
