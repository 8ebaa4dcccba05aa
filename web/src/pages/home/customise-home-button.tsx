import { Button } from '@mantine/core'
import { IconLayoutList } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { t } from '../../messages/t.ts'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import css from './customise-home-button.module.css'
import type { HomeRowKey } from './home-row-sources.ts'

// The editor is larger than the page itself, and rarely needed.
const HomeRowEditor = lazyComponent(() => import('./home-row-editor.tsx'))

/** Opens the editor for the rows of the home page and their order. Stored with the account. */
export function CustomiseHomeButton({ rows }: { rows: HomeRowKey[] }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={css.foot}>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconLayoutList size={18} stroke={1.5} />}
        onClick={() => setOpen(true)}
      >
        {t('home.customise')}
      </Button>
      {open && (
        <LazyBoundary close={() => setOpen(false)}>
          <HomeRowEditor rows={rows} close={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </div>
  )
}
