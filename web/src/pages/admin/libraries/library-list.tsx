import { Button, Menu, Progress } from '@mantine/core'
import { IconChevronDown, IconPlus, IconRefresh, IconZoomScan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRunningTasks } from '../../../api/running-tasks.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { t } from '../../../messages/t.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { type Library, startScan } from './libraries-api.ts'
import css from './library-list.module.css'

export function LibraryList({ libraries }: { libraries: Library[] }) {
  const add = (
    <LinkButton to="/admin/$" params={{ _splat: 'libraries/new' }} leftSection={<IconPlus size={16} stroke={1.7} />}>
      {t('libs.add')}
    </LinkButton>
  )
  return (
    <>
      <SettingsHeader title={t('libs.title')} lead={t('libs.lead')}>
        {libraries.length > 0 && add}
      </SettingsHeader>
      {libraries.length === 0 && (
        <EmptyState title={t('libs.empty')} text={t('home.empty.text')}>
          {add}
        </EmptyState>
      )}
      <ul className={css.libraries}>
        {libraries.map((library) => (
          <Item key={library.id} library={library} />
        ))}
      </ul>
    </>
  )
}

function Item({ library }: { library: Library }) {
  const running = useRunningTasks().find((work) => work.libraryId === library.id && work.type === 'scan_library')
  return (
    <li className={css.library}>
      <div className={css.words}>
        <h2 className={`work ${css.name}`}>
          <Link to="/admin/$" params={{ _splat: `libraries/${library.id}` }}>
            {library.name}
          </Link>
        </h2>
        <p className={css.path}>{library.path}</p>
        <p className={`num ${css.facts}`}>
          <span>{t('count.series', { count: library.seriesCount })}</span>
          <span>{t('count.books', { count: library.bookCount })}</span>
          <span>
            {library.lastScannedAt
              ? t('libs.scanned', { when: timeAgo(library.lastScannedAt) })
              : t('libs.neverScanned')}
          </span>
        </p>
        {!library.isActive && <p className={css.offline}>{t('libs.offline')}</p>}
        {running && (
          <Progress
            className={css.progress}
            size="sm"
            value={running.total ? (running.current / running.total) * 100 : 100}
            animated={!running.total}
            aria-label={t('tasks.scanningOpen', { name: library.name })}
          />
        )}
      </div>
      <div className={css.actions}>
        <Menu position="bottom-end" width={260}>
          <Menu.Target>
            <Button
              variant="default"
              size="xs"
              rightSection={<IconChevronDown size={14} stroke={1.7} />}
              aria-label={t('libs.scanName', library)}
            >
              {t('libs.scan')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconRefresh size={18} stroke={1.5} />}
              onClick={() => startScan(library.id, 'normal')}
            >
              {t('libs.scanNormal')}
              <span className={css.hint}>{t('libs.scanNormalText')}</span>
            </Menu.Item>
            <Menu.Item
              leftSection={<IconZoomScan size={18} stroke={1.5} />}
              onClick={() => startScan(library.id, 'deep')}
            >
              {t('libs.scanDeep')}
              <span className={css.hint}>{t('libs.scanDeepText')}</span>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <LinkButton
          variant="default"
          size="xs"
          to="/admin/$"
          params={{ _splat: `libraries/${library.id}` }}
          aria-label={t('libs.editName', library)}
        >
          {t('common.edit')}
        </LinkButton>
      </div>
    </li>
  )
}
