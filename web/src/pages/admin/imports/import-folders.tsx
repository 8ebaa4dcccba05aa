import { TextInput } from '@mantine/core'
import { t } from '../../../messages/t.ts'
import { SettingRow, SettingRows } from '../../settings/parts/setting-row.tsx'
import { Section } from '../../settings/parts/settings-section.tsx'
import type { Import, ImportOptions } from './imports-api.ts'

/** Where their folders are on this server. */
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
    <Section
      help="server/moving.html#how-books-are-matched"
      title={t('imports.folders')}
      text={t('imports.foldersText')}
    >
      <SettingRows>
        {[...paths].map((theirs) => (
          <SettingRow key={theirs} label={theirs} text={hint(source, theirs)} wide>
            <TextInput
              aria-label={t('imports.folderHere', { theirs })}
              placeholder={t('imports.samePath')}
              spellCheck={false}
              autoCapitalize="none"
              defaultValue={options.folders[theirs] ?? ''}
              onBlur={(event) => set(theirs, event.currentTarget.value.trim())}
            />
          </SettingRow>
        ))}
      </SettingRows>
    </Section>
  )
}

function hint({ summary }: Import, theirs: string): string {
  const library = summary?.libraries.find(({ path }) => path === theirs)
  const books = library ? `${library.name}: ${t('imports.books', { count: library.books })}` : ''
  const proposal = summary?.proposals.find((one) => one.theirs === theirs)
  const found = proposal ? t('imports.found', { found: proposal.found, tried: proposal.tried }) : ''
  return [books, found].filter(Boolean).join(' · ')
}
