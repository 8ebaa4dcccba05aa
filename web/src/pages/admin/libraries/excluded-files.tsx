import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { showMessage } from '../../../api/item-actions.ts'
import { t } from '../../../messages/t.ts'
import { Section } from '../../settings/parts/settings-section.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import css from './excluded-files.module.css'
import { excludedFilesQuery, type Library, restoreExcludedFile } from './libraries-api.ts'

/** Files whose books were taken out while they stayed on the disk. Where there are none nothing is shown. */
export function ExcludedFiles({ library }: { library: Library }) {
  const { data } = useQuery(excludedFilesQuery(library.id))
  const { busy, run } = useDeed()
  if (!data || data.total === 0) return null
  const back = async (path?: string) => {
    if (await run(() => restoreExcludedFile(library.id, path))) showMessage(t('libs.takenBack'))
  }
  return (
    <Section title={t('libs.leftOut')} text={t('libs.leftOutText')}>
      <ul className={css.files}>
        {data.data.map(({ path }) => (
          <li key={path} className={css.file}>
            <span className={css.path}>{path}</span>
            <Button
              variant="default"
              size="xs"
              disabled={busy}
              aria-label={t('libs.takeBackNamed', { path })}
              onClick={() => void back(path)}
            >
              {t('libs.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
      {data.total > 1 && (
        <Button variant="default" size="xs" loading={busy} onClick={() => void back()}>
          {t('libs.takeAllBack', { count: data.total })}
        </Button>
      )}
    </Section>
  )
}
