import { ActionIcon } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { ItemKind, OwnRating } from '../api/item-queries.ts'
import { lazyComponent } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { tooltipProps } from '../parts/tooltip.ts'
import css from './own-review.module.css'
import { Summary } from './summary.tsx'

const ReviewDialog = lazyComponent(() => import('./review-dialog.tsx'))

/** The viewer's own review of a series or book, with a button to write or edit it. */
export default function OwnReview({ kind, id, own }: { kind: ItemKind; id: string; own: OwnRating | null }) {
  const [editing, setEditing] = useState(false)
  const notes = own?.notes
  const label = notes ? t('review.edit') : t('review.write')
  return (
    <>
      <ActionIcon
        {...tooltipProps(label)}
        variant="default"
        size={36}
        aria-label={label}
        onClick={() => setEditing(true)}
      >
        <IconMessage2 size={18} stroke={1.5} />
      </ActionIcon>
      {notes && (
        <section className={css.review}>
          <h2 className={css.title}>{t('review.title')}</h2>
          <Summary key={notes} text={notes} />
        </section>
      )}
      {editing && (
        <LazyBoundary close={() => setEditing(false)}>
          <ReviewDialog kind={kind} id={id} own={own} close={() => setEditing(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
