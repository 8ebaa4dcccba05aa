import { Button } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { bookFileUrl } from '../api/book-file-url.ts'
import { coverUrl, refreshCoverUrl } from '../api/cover-url.ts'
import { bookPagesQuery, type ItemKind, itemCoversQuery, seriesBooksQuery } from '../api/item-queries.ts'
import { showMessage, showProblem } from '../api/show-message.ts'
import { apiUrl } from '../api/urls.ts'
import { t } from '../messages/t.ts'
import { ChooseFileButton } from '../parts/choose-file-button.tsx'
import css from './cover-chooser.module.css'
import { addCoverFromPageOrBook, chooseCover, resetCover, uploadCover } from './save-cover.ts'

export function CoverChooser({ kind, id }: { kind: ItemKind; id: string }) {
  const { data: covers = [] } = useQuery(itemCoversQuery(kind, id))
  const act = async (change: Promise<void>) => {
    try {
      await change
      refreshCoverUrl(id)
      showMessage(t('cover.changed'))
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <section className={css.chooser}>
      <h3 className={css.title}>{t('cover.title')}</h3>
      <Candidates kind={kind} id={id} take={(from) => act(addCoverFromPageOrBook(kind, id, from))} />
      {covers.length > 0 && (
        <ul className={css.covers}>
          {covers.map((cover) => (
            <li key={cover.id}>
              <button
                type="button"
                className={css.cover}
                aria-pressed={cover.isSelected}
                aria-label={cover.isSelected ? t('cover.current') : t('cover.use')}
                onClick={() => act(chooseCover(kind, id, cover.id))}
              >
                <img src={apiUrl(`/${kind}/${id}/covers/${cover.id}/image`)} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={css.actions}>
        <ChooseFileButton
          accept="image/jpeg,image/png,image/webp,image/avif"
          choose={(file) => act(uploadCover(kind, id, file))}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconPhotoUp size={16} stroke={1.5} />}>
              {t('cover.upload')}
            </Button>
          )}
        </ChooseFileButton>
        <Button variant="subtle" size="xs" onClick={() => act(resetCover(kind, id))}>
          {t('cover.reset')}
        </Button>
      </div>
      <p className={css.hint}>{t('cover.uploadHint')}</p>
    </section>
  )
}

type Take = (from: { page: number } | { bookId: string }) => void

/** The first pages of a book, or the first books of a series: usually the wanted cover is among them. */
function Candidates({ kind, id, take }: { kind: ItemKind; id: string; take: Take }) {
  const { data: pages = [] } = useQuery({ ...bookPagesQuery(id), enabled: kind === 'books' })
  const { data: books = [] } = useQuery({ ...seriesBooksQuery(id), enabled: kind === 'series' })
  const pictures =
    kind === 'books'
      ? pages.slice(0, 12).map(({ number }) => ({
          key: String(number),
          label: t('reader.page', { page: number, total: pages.length }),
          url: bookFileUrl(id, `/pages/${number}`, { width: 160, format: 'webp' }),
          from: { page: number },
        }))
      : books.slice(0, 12).map((book) => ({
          key: book.id,
          label: book.title,
          url: coverUrl('books', book.id, book.updatedAt),
          from: { bookId: book.id },
        }))
  if (pictures.length === 0) return null
  return (
    <ul className={css.covers}>
      {pictures.map(({ key, label, url, from }) => (
        <li key={key}>
          <button
            type="button"
            className={css.cover}
            aria-label={`${t('cover.use')}: ${label}`}
            onClick={() => take(from)}
          >
            <img src={url} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </ul>
  )
}
