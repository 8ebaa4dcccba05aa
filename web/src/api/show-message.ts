import type { NotificationData } from '@mantine/notifications'
import { t } from '../messages/t.ts'
import { isProblem } from './problem.ts'

/** Says what went wrong in the server's own words, which are written for people. */
export function showProblem(error: unknown) {
  showFailure(isProblem(error) ? error.message : t('error.offline.text'))
}

export function showFailure(message: string | undefined) {
  show({ color: 'bad', title: t('error.title'), message })
}

export function showMessage(message: string) {
  show({ message })
}

/** Messages are not in the first visit: nothing was done yet that one could be about. */
function show(message: NotificationData) {
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(message))
}
