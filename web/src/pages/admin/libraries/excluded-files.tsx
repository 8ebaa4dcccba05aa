import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import css from './excluded-files.module.css'
import { excludedFilesQuery, type Library, restoreExcludedFiles } from './libraries-api.ts'

/** Files whose books were removed while the files stayed on disk. Hidden if there are none. */
export function ExcludedFiles({ library }: { library: Library }) {
  const { data } = useQuery(excludedFilesQuery(library.id))
  const restore = useMutation({
    mutationFn: (path?: string) => restoreExcludedFiles(library.id, path),
    onSuccess: () => showMessage(t('libs.takenBack')),
  })
  if (!data || data.total === 0) return null
  return (
    <SettingsSection help="guide/files.html#exclude-files" title={t('libs.leftOut')} text={t('libs.leftOutText')}>
      <ul className={css.files}>
        {data.data.map(({ path }) => (
          <li key={path} className={css.file}>
            <span className={css.path}>{path}</span>
            <Button
              variant="default"
              size="xs"
              disabled={restore.isPending}
              aria-label={t('libs.takeBackNamed', { path })}
              onClick={() => restore.mutate(path)}
            >
              {t('libs.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
      {data.total > 1 && (
        <Button variant="default" size="xs" loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
          {t('libs.takeAllBack', { count: data.total })}
        </Button>
      )}
    </SettingsSection>
  )
}
