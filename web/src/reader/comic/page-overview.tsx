import { Button } from '@mantine/core'
import { IconDownload, IconShare } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { fetchWithRetry } from '../../api/client.ts'
import { showNotice } from '../../api/show-message.ts'
import type { BookPage } from '../../api/types.ts'
import { PageThumb } from '../../cover/page-thumb.tsx'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import css from './bookmark-sheet.module.css'

type OverviewProps = {
  opened: boolean
  close: () => void
  book: { id: string; title: string }
  pages: BookPage[]
  /** The page that is open. */
  here: number
  source: (page: number) => string
  go: (page: number) => void
}

/** All pages as small pictures, open where one is; and what can be done with the page one is on. */
export function PageOverview({ opened, close, book, pages, here, source, go }: OverviewProps) {
  const file = { url: source(here), name: `${book.title} - ${String(here).padStart(3, '0')}` }
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.5} />}
        onClick={() => void savePage(file)}
      >
        {t('comic.savePage', { page: here })}
      </Button>
      {canShareFiles() && (
        <Button
          variant="default"
          leftSection={<IconShare size={16} stroke={1.5} />}
          onClick={() => void sharePage(file)}
        >
          {t('comic.sharePage')}
        </Button>
      )}
    </>
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

type PagesProps = { bookId: string; pages: BookPage[]; here: number; open: (page: number) => void }

function Pages({ bookId, pages, here, open }: PagesProps) {
  const list = useRef<HTMLUListElement>(null)
  // Once, when the sheet opens: the list must not run away under the finger.
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
            <PageThumb bookId={bookId} page={page} width={160} />
            <span className="num">{page.number}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type PageFile = { url: string; name: string }

/** Puts one page into the downloads of the browser. */
async function savePage(page: PageFile) {
  const file = await fetchFile(page)
  if (!file) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Hands one page to another app, where the device has a way to. */
async function sharePage(page: PageFile) {
  const file = await fetchFile(page)
  // Whoever closes the list of apps has changed their mind: that is no error.
  if (file) await navigator.share({ files: [file], title: page.name }).catch(() => undefined)
}

function canShareFiles(): boolean {
  const probe = new File([], 'page.jpg', { type: 'image/jpeg' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

async function fetchFile({ url, name }: PageFile): Promise<File | undefined> {
  const response = await fetchWithRetry(url, { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok) {
    showNotice({ message: t('comic.saveFailed') })
    return undefined
  }
  const picture = await response.blob()
  const ending = picture.type.replace('image/', '').replace('jpeg', 'jpg').replace('svg+xml', 'svg')
  return new File([picture], `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.${ending}`, { type: picture.type })
}
