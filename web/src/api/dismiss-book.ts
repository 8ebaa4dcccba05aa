import { t } from '../messages/t.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'
import { showMessage, showProblem } from './show-message.ts'

/** Hides a book from "continue reading" until it is opened again. The position is kept. */
export async function dismissBookFromInProgress(id: string) {
  try {
    await api.post(`/books/${id}/progress/dismiss`)
    showMessage(t('action.dismissed'))
  } catch (error) {
    showProblem(error)
  }
  await queryClient.invalidateQueries({ queryKey: ['books', 'row'] })
}
