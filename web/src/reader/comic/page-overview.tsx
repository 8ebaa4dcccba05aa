import type { BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { PageGrid } from '../page-grid.tsx'
import { SavePageImageButtons } from '../save-page-image-buttons.tsx'

type OverviewProps = {
  opened: boolean
  close: () => void
  book: { id: string; title: string }
  pages: BookPageInfo[]
  /** The current page. */
  here: number
  /** The pages on screen, from left to right. */
  shown: number[]
  source: (page: number) => string
  go: (page: number) => void
}

/** Thumbnails of all pages, scrolled to the current one; and actions for the pages on screen. */
export function PageOverview({ opened, close, book, pages, here, shown, source, go }: OverviewProps) {
  const actions = (
    <SavePageImageButtons
      title={book.title}
      pages={shown.map((page) => ({ url: source(page), label: String(page) }))}
    />
  )
  return (
    <Sheet opened={opened} close={close} title={t('comic.overview')} width={460} foot={actions}>
      <PageGrid
        bookId={book.id}
        pages={pages}
        here={here}
        open={(page) => {
          go(page)
          close()
        }}
      />
    </Sheet>
  )
}
