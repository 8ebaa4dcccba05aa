import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tell } from '../../../api/actions.ts'
import { t } from '../../../messages/t.ts'
import { Section } from '../../settings/parts/room.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import css from './left-out.module.css'
import { type Library, leftOutQuery, takeBack } from './libraries-api.ts'

/** Files whose books were taken out while they stayed on the disk. Where there are none nothing is shown. */
export function LeftOut({ library }: { library: Library }) {
  const { data } = useQuery(leftOutQuery(library.id))
  const { busy, run } = useDeed()
  if (!data || data.total === 0) return null
  const back = async (path?: string) => {
    if (await run(() => takeBack(library.id, path))) tell(t('libs.takenBack'))
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
