import { ActionIcon } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '../messages/lazy-part.ts'
import { t } from '../messages/t.ts'
import { PartBoundary } from '../parts/part-boundary.tsx'
import { tooltip } from '../parts/tooltip.ts'
import { actionsQuery, type ItemNoun } from './identify-api.ts'

const Identify = lazyPart(() => import('./identify-dialog.tsx'))

type ToolProps = { noun: ItemNoun; id: string; title: string; libraryId: string }

/** There where a provider can be asked. */
export default function IdentifyButton({ noun, id, title, libraryId }: ToolProps) {
  const { data: actions = [] } = useQuery(actionsQuery(noun, libraryId))
  const [isOpen, setOpen] = useState(false)
  if (actions.length === 0) return null
  return (
    <>
      <ActionIcon
        {...tooltip(t('identify.title'))}
        variant="default"
        size={36}
        aria-label={t('identify.title')}
        onClick={() => setOpen(true)}
      >
        <IconListSearch size={18} stroke={1.5} />
      </ActionIcon>
      {isOpen && (
        <PartBoundary close={() => setOpen(false)}>
          <Identify noun={noun} id={id} title={title} libraryId={libraryId} close={() => setOpen(false)} />
        </PartBoundary>
      )}
    </>
  )
}
