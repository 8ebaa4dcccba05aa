import { notifications } from '@mantine/notifications'
import { t } from '../messages/t.ts'
import { isProblem } from './problem.ts'

/** Says what went wrong in the server's own words, which are written for people. */
export function showProblem(error: unknown) {
  const message = isProblem(error) ? error.message : t('error.offline.text')
  notifications.show({ color: 'bad', title: t('error.title'), message })
}

export function showMessage(message: string) {
  notifications.show({ message })
}
