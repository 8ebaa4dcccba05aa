import { Menu } from '@mantine/core'
import { t } from '../messages/t.ts'
import { useOpenedMenu } from '../parts/lazy-menu.tsx'
import { MatchLibraryButton } from './match-library-button.tsx'
import { type MatchProvider, matchLibrary } from './matching-api.ts'

type MenuProps = { libraryId: string; matchers: MatchProvider[] }

/** One entry per provider that can match the library. */
export default function MatchLibraryMenuItems({ libraryId, matchers }: MenuProps) {
  const { button, menu } = useOpenedMenu()
  return (
    <Menu position="bottom-end" width={260} {...menu}>
      <Menu.Target>
        <MatchLibraryButton ref={button} />
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
