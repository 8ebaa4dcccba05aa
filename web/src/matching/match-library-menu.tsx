import { ActionIcon, Menu } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/t.ts'
import { matchLibrary, matchProvidersQuery } from './matching-api.ts'

/** There where a provider can be asked about a whole library. */
export default function MatchLibraryMenu({ libraryId }: { libraryId: string }) {
  const { data: matchers = [] } = useQuery(matchProvidersQuery('library:detail', libraryId))
  if (matchers.length === 0) return null
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon aria-label={t('match.open')} title={t('match.open')} size={30}>
          <IconListSearch size={17} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {matchers.map((one) => (
          <Menu.Item key={one.pluginId} onClick={() => void matchLibrary(one.pluginId, libraryId)}>
            {t('match.library', { name: one.pluginDisplayName })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
