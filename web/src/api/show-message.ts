import type { NotificationData } from '@mantine/notifications'
import { t } from '../messages/t.ts'
import { isProblem } from './problem.ts'

/** Says what went wrong in the server's own words, which are written for people. */
export function showProblem(error: unknown) {
  showErrorMessage(isProblem(error) ? error.message : t('error.offline.text'))
}

export function showErrorMessage(message: string | undefined) {
  showToast({ color: 'bad', title: t('error.title'), message })
}

export function showMessage(message: string) {
  showToast({ message })
}

/** One with an id takes the place of the one before. Messages are not in the first visit: nothing was done yet. */
export function showToast(notice: NotificationData) {
  wanted()
  const show = ({ notifications }: typeof import('@mantine/notifications')) => {
    if (notice.id) notifications.hide(notice.id)
    notifications.show({ closeButtonProps: { 'aria-label': t('common.close') }, ...notice })
  }
  // Without a connection there may be nothing to say it with.
  import('@mantine/notifications').then(show, () => {})
}

let wanted = () => {}

/** Calls back when the first message is to be shown, so that there is something to show it in. */
export function onFirstMessage(listener: () => void) {
  wanted = listener
}
