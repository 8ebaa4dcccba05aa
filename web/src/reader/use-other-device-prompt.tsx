import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { onLiveEvent } from '../api/live-events.ts'
import type { Progression } from '../api/types.ts'
import { timeAgo } from '../messages/format-times.ts'
import { t } from '../messages/t.ts'
import type { Locator } from './epub/locator.ts'
import { thisDevice } from './this-device.ts'
import css from './use-other-device-prompt.module.css'

type Asked = {
  bookId: string
  /** Whether a position is after what is on screen. Of two devices only the one that is behind asks. */
  isAhead: (locator: Locator) => boolean
  follow: (locator: Locator) => void
  /** Of a text whose pages depend on the screen. */
  countsPositions?: boolean
}

/** If the same book is read further on another device while it is open here, asks whether to continue there. */
export function useOtherDevicePrompt({ bookId, isAhead, follow, countsPositions }: Asked): ReactNode {
  const [found, setFound] = useState<Progression>()
  /** When the position was saved that was asked about last. */
  const answered = useRef('')
  useEffect(
    () =>
      onLiveEvent((event) => {
        // A device that was asleep may have missed the news.
        if (event.type !== 'resync' && (event.type !== 'progress_updated' || event.bookId !== bookId)) return
        void api
          .get<Progression | undefined>(`/books/${bookId}/progression`)
          .then((latest) => {
            if (latest && latest.device.id !== thisDevice().id && latest.modified !== answered.current) setFound(latest)
          })
          .catch(() => undefined)
      }),
    [bookId],
  )
  const locator = found?.locator as Locator | undefined
  if (!found || !locator || !isAhead(locator)) return null
  const answer = () => {
    answered.current = found.modified
    setFound(undefined)
  }
  return (
    <div className={css.ask} role="status">
      <p>{countsPositions ? askInPositions(found) : askInPages(found)}</p>
      <Button
        size="xs"
        onClick={() => {
          follow(locator)
          answer()
        }}
      >
        {t('epub.goThere')}
      </Button>
      <Button size="xs" variant="default" onClick={answer}>
        {t('epub.stayHere')}
      </Button>
    </div>
  )
}

function askInPages({ locator, device, modified }: Progression): string {
  const page = (locator as Locator).locations?.position ?? 1
  const when = timeAgo(modified)
  return device.name
    ? t('epub.elsewhere', { page, device: device.name, when })
    : t('epub.elsewhereNoDevice', { page, when })
}

function askInPositions({ locator, device, modified }: Progression): string {
  const position = (locator as Locator).locations?.position ?? 1
  const when = timeAgo(modified)
  return device.name
    ? t('epub.elsewhereInText', { position, device: device.name, when })
    : t('epub.elsewhereInTextNoDevice', { position, when })
}
