import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import css from './contents-list.module.css'

type BookmarkEntry = {
  id: string
  label: string
  /** Below the label. */
  detail: string
  /** Undefined: it leads nowhere. */
  open: (() => void) | undefined
}

type ListProps = { entries: BookmarkEntry[]; remove: (id: string) => void }

/** The bookmarks of a book, as text. */
export function BookmarkList({ entries, remove }: ListProps) {
  if (entries.length === 0) return <p className="quiet">{t('reader.noBookmarks')}</p>
  return (
    <ul className={css.list}>
      {entries.map(({ id, label, detail, open }) => (
        <li key={id} className={css.bookmark}>
          <button type="button" className={css.entry} disabled={!open} onClick={open}>
            <span dir="auto">{label}</span>
            <span className={css.detail}>{detail}</span>
          </button>
          <ActionIcon aria-label={`${t('reader.removeBookmark')}: ${label}`} onClick={() => remove(id)}>
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
