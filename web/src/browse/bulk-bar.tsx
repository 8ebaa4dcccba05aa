import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCircle, IconListNumbers, IconStack2, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { markRead } from '../api/actions.ts'
import type { Kind } from '../api/catalogue.ts'
import { t } from '../messages/t.ts'
import { type AddTo, AddToList } from './add-to-list.tsx'
import css from './bulk-bar.module.css'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

/** Slides up while things are ticked and offers what can be done with all of them. */
export function BulkBar({ kind, ids, stop }: { kind: Kind; ids: string[]; stop: () => void }) {
  const [adding, setAdding] = useState<AddTo>()
  const act = (read: boolean) => {
    void markRead(kind, ids, read)
    stop()
  }
  const list = kind === 'series' ? ('collections' as const) : ('readlists' as const)
  return (
    <>
      <section className={css.bar} aria-label={t('count.selected', { count: ids.length })}>
        <ActionIcon aria-label={t('select.stop')} onClick={stop}>
          <IconX {...icon} />
        </ActionIcon>
        <span className={`num ${css.count}`} aria-live="polite">
          {t('count.selected', { count: ids.length })}
        </span>
        <Button variant="subtle" disabled={!ids.length} leftSection={<IconCheck {...icon} />} onClick={() => act(true)}>
          <span className={css.word}>{t('action.markRead')}</span>
        </Button>
        <Button
          variant="subtle"
          disabled={!ids.length}
          leftSection={<IconCircle {...icon} />}
          onClick={() => act(false)}
        >
          <span className={css.word}>{t('action.markUnread')}</span>
        </Button>
        <Button
          variant="subtle"
          disabled={!ids.length}
          leftSection={kind === 'series' ? <IconStack2 {...icon} /> : <IconListNumbers {...icon} />}
          onClick={() => setAdding({ list, ids })}
        >
          <span className={css.word}>
            {kind === 'series' ? t('action.addToCollection') : t('action.addToReadList')}
          </span>
        </Button>
      </section>
      {adding && <AddToList what={adding} close={() => setAdding(undefined)} />}
    </>
  )
}
