import type { NotificationData } from '@mantine/notifications'
import { t } from '../messages/t.ts'
import { isProblem } from './problem.ts'

/** Shows the server's message, which is written for people. A session that has ended asks to sign in instead. */
export function showProblem(error: unknown) {
  if (isProblem(error, 'unauthorized')) return
  showErrorMessage(isProblem(error) ? error.message : t('error.offline.text'))
}

export function showErrorMessage(message: string | undefined) {
  showToast({ color: 'bad', title: t('error.title'), message })
}

export function showMessage(message: string) {
  showToast({ message })
}

/**
 * A message with an id replaces the previous one. Notifications are not part of the first load: nothing needs them yet.
 */
export function showToast(notice: NotificationData) {
  wanted()
  const show = ({ notifications }: typeof import('@mantine/notifications')) => {
    if (notice.id) notifications.hide(notice.id)
    notifications.show({ closeButtonProps: { 'aria-label': t('common.close') }, ...notice })
  }
  // Offline, the package may not load; then no message is shown.
  import('@mantine/notifications').then(show, () => {})
}

let wanted = () => {}

/** Calls the listener before the first message is shown, so that the container can be rendered. */
export function onFirstMessage(listener: () => void) {
  wanted = listener
}
