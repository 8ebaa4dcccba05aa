import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { librariesQuery } from '../../../api/item-queries.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { PathText } from '../../../parts/path-text.tsx'
import { SettingRow, SettingRows } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import css from './imports.module.css'
import {
  type ChangeImportOptions,
  createLibraryForImport,
  type Import,
  type ImportOptions,
  mutationScopeOfImport,
} from './imports-api.ts'
import { isWithin, mapFolderPath } from './map-folder-path.ts'

/** Where the other server's folders are on this server. */
export function ImportFolders({ source, change }: { source: Import; change: ChangeImportOptions }) {
  const { summary, options } = source
  if (!summary) return null
  const paths = new Set([...summary.libraries.map(({ path }) => path), ...Object.keys(options.folders)])
  const set = (theirs: string, ours: string) => {
    if ((options.folders[theirs] ?? '') !== ours)
      change(({ folders }) => ({ folders: withFolder(folders, theirs, ours) }))
  }
  return (
    <SettingsSection
      help="server/moving.html#how-books-are-matched"
      title={t('imports.folders')}
      text={t('imports.foldersText')}
    >
      <SettingRows>
        {[...paths].map((theirs) => (
          <FolderRow key={theirs} source={source} theirs={theirs} set={(ours) => set(theirs, ours)} />
        ))}
      </SettingRows>
    </SettingsSection>
  )
}

/**
 * Where their folder is, and the library that contains it; without one, a library that reads it as the other server did
 * can be created.
 */
function FolderRow({ source, theirs, set }: { source: Import; theirs: string; set: (ours: string) => void }) {
  // Also before it is saved: whoever has just typed a path may click the button at once.
  const [typed, setTyped] = useState<string>()
  const folders = withFolder(source.options.folders, theirs, typed)
  const libraries = useQuery(librariesQuery)
  const path = mapFolderPath(folders, theirs)
  const library = source.summary?.libraries.find((one) => one.path === theirs)
  const create = useMutation({
    mutationFn: (wanted: { libraryId: string; path: string }) =>
      createLibraryForImport(source.id, { theirs, ...wanted }),
    scope: mutationScopeOfImport(source.id),
    onSuccess: ({ name }) => {
      setTyped(undefined)
      // Before a first run, nothing waits for it.
      showMessage(source.lastRunAt ? t('imports.created', { name }) : t('imports.createdBeforeRun', { name }))
    },
    meta: { showsFieldErrors: true },
  })
  const here = libraries.data?.find((one) => isWithin(path, one.path))
  return (
    <SettingRow label={<PathText path={theirs} />} text={hint(source, theirs)} wide>
      <TextInput
        aria-label={t('imports.folderHere', { theirs })}
        dir="ltr"
        placeholder={placeholderOf(folders, theirs)}
        spellCheck={false}
        autoCapitalize="none"
        value={typed ?? folders[theirs] ?? ''}
        error={create.variables?.path === path && fieldErrors(create.error).path?.text}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={(event) => set(event.currentTarget.value.trim())}
      />
      {library && here && <p className={css.text}>{t('imports.inLibrary', { name: here.name })}</p>}
      {library && libraries.data && !here && (
        <div className={css.missing}>
          <p className={css.text}>{t('imports.inNoLibrary')}</p>
          <Button
            variant="default"
            size="xs"
            loading={create.isPending}
            onClick={() => create.mutate({ libraryId: library.id, path })}
          >
            {t('imports.createLibrary')}
          </Button>
        </div>
      )}
    </SettingRow>
  )
}

function withFolder(folders: ImportOptions['folders'], theirs: string, ours: string | undefined) {
  if (ours === undefined) return folders
  const { [theirs]: _, ...others } = folders
  return ours.trim() === '' ? others : { ...others, [theirs]: ours.trim() }
}

/** The path that results from a mapped parent folder. */
function placeholderOf(folders: ImportOptions['folders'], theirs: string): string {
  const { [theirs]: _, ...others } = folders
  const mapped = mapFolderPath(others, theirs)
  return mapped === mapFolderPath({}, theirs) ? t('imports.samePath') : mapped
}

function hint({ summary }: Import, theirs: string): string {
  const library = summary?.libraries.find(({ path }) => path === theirs)
  const books = library ? `${library.name}: ${t('imports.books', { count: library.books })}` : ''
  const proposal = summary?.proposals.find((one) => one.theirs === theirs)
  const found = proposal ? t('imports.found', { found: proposal.found, tried: proposal.tried }) : ''
  return [books, found].filter(Boolean).join(' · ')
}
