import { Menu } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/t.ts'
import { matchProvidersQuery, matchSeries } from './matching-api.ts'

/** One entry per provider that can match the chosen series. */
export function MatchSeriesMenuItems({ ids, done }: { ids: string[]; done: () => void }) {
  const { data: matchers = [] } = useQuery(matchProvidersQuery('series:bulk'))
  return matchers.map((one) => (
    <Menu.Item
      key={one.pluginId}
      leftSection={<IconListSearch size={18} stroke={1.5} aria-hidden />}
      onClick={() => {
        void matchSeries(one.pluginId, ids)
        done()
      }}
    >
      {t('match.with', { name: one.pluginDisplayName })}
    </Menu.Item>
  ))
}
