import { useQuery } from '@tanstack/react-query'
import { isLost } from '../../../api/problem.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/state.tsx'
import { RoomHead, Section } from '../../settings/parts/room.tsx'
import { Rows } from '../../settings/parts/row.tsx'
import { runtimeQuery } from './runtime-api.ts'
import { RuntimeRow } from './runtime-row.tsx'
import { categoryName } from './setting-words.ts'

/** What can be changed while the server runs. It counts at once, without a restart. */
export default function ServerSettingsPage() {
  const { data: settings, error, refetch } = useQuery(runtimeQuery)
  if (isLost({ data: settings, error })) return <ErrorState error={error} retry={refetch} />
  const categories = [...new Set(settings?.map(({ category }) => category))]
  return (
    <>
      <RoomHead title={t('runtime.title')} lead={t('runtime.lead')} />
      {categories.map((category) => (
        <Section key={category} title={categoryName(category)}>
          <Rows>
            {settings
              ?.filter((setting) => setting.category === category)
              .map((setting) => (
                <RuntimeRow key={setting.key} setting={setting} />
              ))}
          </Rows>
        </Section>
      ))}
    </>
  )
}
