import { useEffect, useRef } from 'react'
import type { BookPageInfo } from '../../api/types.ts'
import { PageThumbnail } from '../../cover/page-thumbnail.tsx'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { SavePageImageButtons } from '../save-page-image-buttons.tsx'
import css from './bookmark-sheet.module.css'

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
      <Pages
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

type PagesProps = { bookId: string; pages: BookPageInfo[]; here: number; open: (page: number) => void }

function Pages({ bookId, pages, here, open }: PagesProps) {
  const list = useRef<HTMLUListElement>(null)
  // Once, when the sheet opens: the list must not scroll away under the finger.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    current?.scrollIntoView({ block: 'center' })
    current?.focus({ preventScroll: true })
  }, [])
  return (
    <ul ref={list} className={css.pages}>
      {pages.map((page) => (
        <li key={page.number} className={css.page}>
          <button
            type="button"
            className={css.open}
            aria-label={t('book.openAtPage', { page: page.number })}
            aria-current={page.number === here ? 'page' : undefined}
            onClick={() => open(page.number)}
          >
            <PageThumbnail bookId={bookId} page={page} width={160} />
            <span className="num">{page.number}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
