import { Tabs } from '@mantine/core'
import type { Bookmark, BookPageInfo } from '../../api/types.ts'
import { timeAgo } from '../../messages/format-times.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { BookmarkList } from '../bookmark-list.tsx'
import css from '../contents-list.module.css'
import { ContentsList } from '../contents-list.tsx'
import { PageGrid } from '../page-grid.tsx'
import type { PdfChapter } from './pdf-document-info.ts'
import type { PdfTarget } from './use-pdf-scroll.ts'

export type ContentsTab = 'contents' | 'pages' | 'bookmarks'

type OutlineProps = {
  opened: boolean
  /** What it opens with; else the outline, and where there is none the pages. */
  tab: ContentsTab | undefined
  bookId: string
  pages: BookPageInfo[]
  /** The page that is open. */
  here: number
  close: () => void
  /** Undefined until they are known. */
  chapters: PdfChapter[] | undefined
  current: PdfChapter | undefined
  bookmarks: Bookmark[]
  labelOf: (page: number) => string
  go: (target: PdfTarget) => void
  remove: (id: string) => void
}

/** The outline, the pages as small pictures, and the bookmarks. */
export function PdfContentsSheet(props: OutlineProps) {
  const { opened, close, chapters, current, bookmarks, labelOf, go, remove } = props
  const isWithoutOutline = chapters?.length === 0
  const open = (target: PdfTarget) => {
    close()
    go(target)
  }
  return (
    <Sheet opened={opened} close={close} title={t('reader.contents')} width={420}>
      <Tabs defaultValue={props.tab ?? (isWithoutOutline ? 'pages' : 'contents')} keepMounted={false}>
        <Tabs.List grow mb="sm" className={css.tabs}>
          <Tabs.Tab value="contents">{t('reader.contents')}</Tabs.Tab>
          <Tabs.Tab value="pages">{t('book.pages')}</Tabs.Tab>
          <Tabs.Tab value="bookmarks">{t('reader.bookmarks')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contents">
          {isWithoutOutline && <p className="quiet">{t('epub.noContents')}</p>}
          {chapters && <Chapters chapters={chapters} current={current} labelOf={labelOf} open={open} />}
        </Tabs.Panel>
        <Tabs.Panel value="pages">
          <PageGrid
            bookId={props.bookId}
            pages={props.pages}
            here={props.here}
            labelOf={labelOf}
            open={(page) => open({ page })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="bookmarks">
          <BookmarkList
            remove={remove}
            entries={bookmarks
              .toSorted((one, other) => (one.page ?? 0) - (other.page ?? 0))
              .map(({ id, page, createdAt }) => ({
                id,
                label: t('pdf.pageLabel', { label: labelOf(page ?? 1) }),
                detail: timeAgo(createdAt),
                open: () => open({ page: page ?? 1 }),
              }))}
          />
        </Tabs.Panel>
      </Tabs>
    </Sheet>
  )
}

type ChaptersProps = Pick<OutlineProps, 'current' | 'labelOf'> & {
  chapters: PdfChapter[]
  open: (target: PdfTarget) => void
}

function Chapters({ chapters, current, labelOf, open }: ChaptersProps) {
  const entries = chapters.map(({ key, title, depth, page, top }) => ({
    ...{ key, title, depth },
    detail: page === null ? undefined : t('pdf.pageLabel', { label: labelOf(page) }),
    open: page === null ? undefined : () => open({ page, top }),
  }))
  return <ContentsList entries={entries} current={current ? chapters.indexOf(current) : -1} />
}
