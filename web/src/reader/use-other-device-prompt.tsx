import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { onLiveEvent } from '../api/live-events.ts'
import type { Progression } from '../api/types.ts'
import { timeAgo } from '../messages/format-times.ts'
import { t } from '../messages/t.ts'
import type { Locator } from './epub/locator.ts'
import { thisDevice } from './this-device.ts'
import css from './use-other-device-prompt.module.css'

/** If the same book is read further on another device while it is open here, asks whether to follow. */
export function useOtherDevicePrompt(bookId: string, follow: (locator: Locator) => void): ReactNode {
  const [found, setFound] = useState<Progression>()
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'progress_updated' || event.bookId !== bookId) return
        void api
          .get<Progression | undefined>(`/books/${bookId}/progression`)
          .then((latest) => latest && latest.device.id !== thisDevice().id && setFound(latest))
          .catch(() => undefined)
      }),
    [bookId],
  )
  if (!found) return null
  const page = found.locator.locations?.position ?? 1
  const when = timeAgo(found.modified)
  return (
    <div className={css.ask} role="status">
      <p>
        {found.device.name
          ? t('epub.elsewhere', { page, device: found.device.name, when })
          : t('epub.elsewhereNoDevice', { page, when })}
      </p>
      <Button
        size="xs"
        onClick={() => {
          follow(found.locator as Locator)
          setFound(undefined)
        }}
      >
        {t('epub.goThere')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setFound(undefined)}>
        {t('epub.stayHere')}
      </Button>
    </div>
  )
}
