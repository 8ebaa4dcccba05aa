import { Button, Modal, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowUp, IconFolder, IconFolderOff } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import type { FolderListing, SuggestedFolder } from '../api/types.ts'
import { t } from '../messages/t.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { PathText } from '../parts/path-text.tsx'
import css from './folder-picker.module.css'

const folderQuery = (path: string | undefined) =>
  queryOptions({
    queryKey: ['filesystem', path ?? ''],
    queryFn: async ({ signal }) => {
      const browse = (at: string | undefined) =>
        api.get<FolderListing>('/filesystem/browse', { query: { path: at }, signal })
      const listing = await browse(path)
      // The server's default folder may have no subfolders; then start from its parent.
      const isEmptyStart = path === undefined && !listing.entries.some((entry) => entry.isDirectory)
      return isEmptyStart && listing.parentPath !== null ? browse(listing.parentPath) : listing
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

const placesQuery = queryOptions({
  queryKey: ['filesystem', 'places'],
  queryFn: ({ signal }) => api.get<SuggestedFolder[]>('/filesystem/suggested-folders', { signal }),
  staleTime: 60_000,
})

type PickerProps = { value: string; choose: (path: string) => void; label: string; error?: string }

/** Browses the server's folders, which the browser can't see. */
export function FolderPicker({ value, choose, label, error }: PickerProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={css.field}>
        <TextInput
          className={css.path}
          label={label}
          size="md"
          spellCheck={false}
          autoCapitalize="none"
          dir="ltr"
          placeholder="/srv/books"
          value={value}
          error={error}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Button
          variant="default"
          size="md"
          leftSection={<IconFolder size={20} stroke={1.5} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('setup.chooseFolder')}
        </Button>
      </div>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('setup.chooseFolder')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Folders
          start={value || undefined}
          choose={(path) => {
            choose(path)
            setOpen(false)
          }}
        />
      </Modal>
    </>
  )
}

function Folders({ start, choose }: { start: string | undefined; choose: (path: string) => void }) {
  const [path, setPath] = useState(start)
  const { data, error, refetch, isPlaceholderData } = useQuery(folderQuery(path))
  const folders = data?.entries.filter((entry) => entry.isDirectory) ?? []
  const { list, leave } = useFocusInNextList(data?.currentPath)
  const go = (next: string | undefined) => {
    leave()
    setPath(next)
  }

  // A typed path may not exist; the picker still opens at the default folder.
  if (error && path !== undefined)
    return (
      <>
        <p className={css.lost}>{t('setup.folderLost', { path })}</p>
        <Folders start={undefined} choose={choose} />
      </>
    )
  if (error) return <ErrorState error={error} retry={refetch} />
  if (!data) return <div className={css.list} />
  return (
    <>
      <Places go={go} />
      <p className={css.current} data-current aria-live="polite">
        <PathText path={data.currentPath} />
      </p>
      <ul ref={list} className={css.list} aria-busy={isPlaceholderData}>
        {data.parentPath !== null && (
          <li>
            <UnstyledButton className={css.entry} onClick={() => go(data.parentPath ?? undefined)}>
              <IconArrowUp size={18} stroke={1.5} aria-hidden />
              {t('setup.folderUp')}
            </UnstyledButton>
          </li>
        )}
        {folders.map((entry) => (
          <li key={entry.path}>
            <UnstyledButton
              className={css.entry}
              data-path={entry.path}
              disabled={!entry.isReadable}
              onClick={() => go(entry.path)}
            >
              {entry.isReadable ? (
                <IconFolder size={18} stroke={1.5} aria-hidden />
              ) : (
                <IconFolderOff size={18} stroke={1.5} aria-hidden />
              )}
              {entry.name}
            </UnstyledButton>
          </li>
        ))}
        {folders.length === 0 && <li className={css.empty}>{t('setup.folderEmpty')}</li>}
      </ul>
      <Button fullWidth mt="md" onClick={() => choose(data.currentPath)}>
        {t('setup.useFolder')}
      </Button>
    </>
  )
}

/**
 * The entry that was pressed isn't in the next list: the focus moves to the folder one comes from, or else to the first
 * entry. `leave` must be called before another folder opens.
 */
function useFocusInNextList(folder: string | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<string>(undefined)
  useEffect(() => {
    if (left.current === undefined || left.current === folder) return
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
    const next = entries.find(({ dataset }) => dataset.path === left.current) ?? entries[0]
    left.current = undefined
    next?.focus()
  }, [folder])
  const leave = () => {
    left.current = folder
  }
  return { list, leave }
}

/** Folders where books are likely, with a quick count of the books in them. */
function Places({ go }: { go: (path: string) => void }) {
  const { data = [] } = useQuery(placesQuery)
  const places = data.filter(({ isReadable }) => isReadable)
  if (places.length === 0) return null
  return (
    <ul className={css.places} aria-label={t('setup.places')}>
      {places.map(({ path, bookCount, isMore }) => (
        <li key={path}>
          <UnstyledButton className={css.place} onClick={() => go(path)}>
            <PathText path={path} />
            {bookCount !== null && (
              <span className="num quiet">
                {t(isMore && bookCount > 0 ? 'setup.placeMore' : 'count.books', { count: bookCount })}
              </span>
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
