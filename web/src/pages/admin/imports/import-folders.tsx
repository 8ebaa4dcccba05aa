import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { librariesQuery } from '../../../api/item-queries.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { SettingRow, SettingRows } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import css from './imports.module.css'
import { createLibraryForImport, type Import, type ImportOptions } from './imports-api.ts'
import { isWithin, mapFolderPath } from './map-folder-path.ts'

/** Where the other server's folders are on this server. */
export function ImportFolders({
  source,
  change,
}: {
  source: Import
  change: (options: Partial<ImportOptions>) => void
}) {
  const { summary, options } = source
  if (!summary) return null
  const paths = new Set([...summary.libraries.map(({ path }) => path), ...Object.keys(options.folders)])
  const set = (theirs: string, ours: string) => {
    const { [theirs]: before, ...others } = options.folders
    if ((before ?? '') === ours) return
    change({ folders: ours === '' ? others : { ...others, [theirs]: ours } })
  }
  return (
    <SettingsSection
      help="server/moving.html#how-books-are-matched"
      title={t('imports.folders')}
      text={t('imports.foldersText')}
    >
      <SettingRows>
        {[...paths].map((theirs) => (
          <SettingRow key={theirs} label={theirs} text={hint(source, theirs)} wide>
            <TextInput
              aria-label={t('imports.folderHere', { theirs })}
              dir="ltr"
              placeholder={placeholderOf(options.folders, theirs)}
              spellCheck={false}
              autoCapitalize="none"
              defaultValue={options.folders[theirs] ?? ''}
              onBlur={(event) => set(theirs, event.currentTarget.value.trim())}
            />
            <LibraryHere source={source} theirs={theirs} />
          </SettingRow>
        ))}
      </SettingRows>
    </SettingsSection>
  )
}

/**
 * The library that contains their folder; without one, a library that reads it as the other server did can be created.
 */
function LibraryHere({ source, theirs }: { source: Import; theirs: string }) {
  const libraries = useQuery(librariesQuery)
  const path = mapFolderPath(source.options.folders, theirs)
  const library = source.summary?.libraries.find((one) => one.path === theirs)
  const create = useMutation({
    mutationFn: (libraryId: string) => createLibraryForImport(source.id, { libraryId, theirs, path }),
    onSuccess: ({ name }) => showMessage(t('imports.created', { name })),
  })
  if (!library || !libraries.data) return null
  const here = libraries.data.find((one) => isWithin(path, one.path))
  if (here) return <p className={css.text}>{t('imports.inLibrary', { name: here.name })}</p>
  return (
    <>
      <p className={css.text}>{t('imports.inNoLibrary')}</p>
      <Button variant="default" size="xs" mt="xs" loading={create.isPending} onClick={() => create.mutate(library.id)}>
        {t('imports.createLibrary')}
      </Button>
    </>
  )
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
