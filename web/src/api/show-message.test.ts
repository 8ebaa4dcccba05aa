import { expect, test, vi } from 'vitest'

const show = vi.hoisted(() => vi.fn())
vi.mock('@mantine/notifications', () => ({ notifications: { show, hide: () => {} } }))

test('the button that closes a message says so to screen readers', async () => {
  const { showMessage } = await import('./show-message.ts')
  showMessage('Saved.')
  await expect.poll(() => show).toHaveBeenCalledWith({ message: 'Saved.', closeButtonProps: { 'aria-label': 'Close' } })
})
