import { Menu, SegmentedControl } from '@mantine/core'
import { usePreference } from '../api/preferences.ts'
import { t } from '../messages/t.ts'
import { badgeKinds, type Density, densities, useBadges, useDensity } from '../parts/card-appearance.tsx'
import { useOpenedMenu } from '../parts/lazy-menu.tsx'
import { type CoverSize, coverSizes, defaultCoverSize } from './grid-layout.ts'
import css from './view-menu.module.css'
import { type ListView, ViewMenuButton, type ViewMenuProps } from './view-menu-button.tsx'

/** How covers are shown on all pages; lists with two views offer them here, too. */
export default function ViewMenu({ view, setView }: ViewMenuProps) {
  const [badges, setBadges] = useBadges()
  const { button, menu } = useOpenedMenu()
  return (
    <Menu {...menu} position="bottom-end" width={340} closeOnItemClick={false}>
      <Menu.Target>
        <ViewMenuButton ref={button} view={view} />
      </Menu.Target>
      <Menu.Dropdown className={css.view}>
        {setView && (
          <SegmentedControl
            fullWidth
            aria-label={t('view.title')}
            value={view}
            onChange={(value) => setView(value as ListView)}
            data={[
              { value: 'grid', label: t('view.grid') },
              { value: 'list', label: t('view.list') },
            ]}
          />
        )}
        <Menu.Label>{t('view.size')}</Menu.Label>
        <CoverSizeControl disabled={view === 'list'} />
        <Menu.Label>{t('view.density')}</Menu.Label>
        <DensityControl />
        <Menu.Label>{t('view.badges')}</Menu.Label>
        {badgeKinds.map((kind) => (
          <Menu.CheckboxItem
            key={kind}
            checked={badges[kind]}
            onChange={(checked: boolean) => setBadges({ ...badges, [kind]: checked })}
          >
            {t(`badge.${kind}Choice`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function CoverSizeControl({ disabled }: { disabled?: boolean }) {
  const [size, setSize] = usePreference<CoverSize>('cover.size', defaultCoverSize())
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('view.size')}
      disabled={disabled}
      value={size}
      onChange={(value) => setSize(value as CoverSize)}
      data={Object.keys(coverSizes).map((each) => ({
        value: each,
        label: <span title={t(`view.size.${each as CoverSize}`)}>{each.toUpperCase()}</span>,
      }))}
    />
  )
}

export function DensityControl() {
  const [density, setDensity] = useDensity()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('view.density')}
      value={density}
      onChange={(value) => setDensity(value as Density)}
      data={densities.map((each) => ({ value: each, label: t(`density.${each}`) }))}
    />
  )
}
