import { ActionIcon } from '@mantine/core'
import { IconBookmarkFilled, IconBookmarkPlus } from '@tabler/icons-react'
import type { ItemKind } from '../api/item-queries.ts'
import { setWantToRead, useIsOnWantToReadList } from '../api/want-to-read.ts'
import { t } from '../messages/t.ts'
import { tooltipProps } from '../parts/tooltip.ts'

/** Adds an item to the want-to-read list, shows that it is on it, and removes it again. */
export function WantToReadButton({ kind, id }: { kind: ItemKind; id: string }) {
  const wanted = useIsOnWantToReadList(kind, id)
  const label = wanted ? t('action.notWantToRead') : t('action.wantToRead')
  return (
    <ActionIcon
      {...tooltipProps(label)}
      variant="default"
      size={36}
      aria-label={label}
      aria-pressed={wanted}
      onClick={() => setWantToRead(kind, [id], !wanted)}
    >
      {wanted ? <IconBookmarkFilled size={18} color="var(--accent)" /> : <IconBookmarkPlus size={18} stroke={1.5} />}
    </ActionIcon>
  )
}
