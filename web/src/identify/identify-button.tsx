import { ActionIcon } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyComponent } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { tooltipProps } from '../parts/tooltip.ts'
import { type ItemEntity, identifyProvidersQuery } from './identify-api.ts'

const IdentifyDialog = lazyComponent(() => import('./identify-dialog.tsx'))

type ToolProps = { entity: ItemEntity; id: string; title: string; libraryId: string }

/** Shown only when a provider is available. */
export default function IdentifyButton({ entity, id, title, libraryId }: ToolProps) {
  const { data: actions = [] } = useQuery(identifyProvidersQuery(entity, libraryId))
  const [isOpen, setOpen] = useState(false)
  if (actions.length === 0) return null
  return (
    <>
      <ActionIcon
        {...tooltipProps(t('identify.title'))}
        variant="default"
        size={36}
        aria-label={t('identify.title')}
        onClick={() => setOpen(true)}
      >
        <IconListSearch size={18} stroke={1.5} />
      </ActionIcon>
      {isOpen && (
        <LazyBoundary close={() => setOpen(false)}>
          <IdentifyDialog entity={entity} id={id} title={title} libraryId={libraryId} close={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
