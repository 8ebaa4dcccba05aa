import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Bookmark, BookPageInfo } from '../../api/types.ts'
import { PageThumbnail } from '../../cover/page-thumbnail.tsx'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import css from './bookmark-sheet.module.css'

type SheetProps = {
  opened: boolean
  close: () => void
  bookId: string
  pages: BookPageInfo[]
  bookmarks: Bookmark[]
  go: (page: number) => void
  remove: (id: string) => void
}

/** Thumbnails of the bookmarked pages. */
export function BookmarkSheet({ opened, close, bookId, pages, bookmarks, go, remove }: SheetProps) {
  const open = (page: number) => {
    go(page)
    close()
  }
  return (
    <Sheet opened={opened} close={close} title={t('reader.bookmarks')} width={420}>
      {bookmarks.length === 0 && <p className="quiet">{t('reader.noBookmarks')}</p>}
      <ul className={css.pages}>
        {bookmarks
          .toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0))
          .map(({ id, page: number }) => {
            const page = pages[(number ?? 0) - 1]
            return (
              page && (
                <li key={id} className={css.page}>
                  <button type="button" className={css.open} {...labelOf(page)} onClick={() => open(page.number)}>
                    <PageThumbnail bookId={bookId} page={page} />
                    <span className="num">{page.number}</span>
                  </button>
                  <ActionIcon
                    className={css.remove}
                    size={28}
                    aria-label={`${t('reader.removeBookmark')}: ${page.number}`}
                    onClick={() => remove(id)}
                  >
                    <IconX size={14} stroke={2} />
                  </ActionIcon>
                </li>
              )
            )
          })}
      </ul>
    </Sheet>
  )
}

function labelOf({ number }: BookPageInfo) {
  return { 'aria-label': t('book.openAtPage', { page: number }) }
}
