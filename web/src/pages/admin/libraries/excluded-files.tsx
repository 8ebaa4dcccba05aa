import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { PathText } from '../../../parts/path-text.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import css from './excluded-files.module.css'
import { excludedFilesQuery, type Library, restoreExcludedFiles } from './libraries-api.ts'

/** Files whose books were removed while the files stayed on disk. Hidden if there are none. */
export function ExcludedFiles({ library }: { library: Library }) {
  const { data } = useQuery(excludedFilesQuery(library.id))
  const restore = useMutation({
    mutationFn: (path?: string) => restoreExcludedFiles(library.id, path),
    onSuccess: () => showMessage(t('libs.restored')),
  })
  if (!data || data.total === 0) return null
  return (
    <SettingsSection
      help="guide/files.html#exclude-files"
      title={t('libs.excludedFiles')}
      text={t('libs.excludedFilesText')}
    >
      <ul className={css.files}>
        {data.data.map(({ path }) => (
          <li key={path} className={css.file}>
            <span className={css.path}>
              <PathText path={path} />
            </span>
            <Button
              variant="default"
              size="xs"
              disabled={restore.isPending}
              aria-label={t('libs.restoreNamed', { path })}
              onClick={() => restore.mutate(path)}
            >
              {t('libs.restore')}
            </Button>
          </li>
        ))}
      </ul>
      {data.total > 1 && (
        <Button variant="default" size="xs" loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
          {t('libs.restoreAll', { count: data.total })}
        </Button>
      )}
    </SettingsSection>
  )
}
