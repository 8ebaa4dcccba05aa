import { expect, test, vi } from 'vitest'
import { FileFault } from '../analyse/file-fault.ts'
import { PluginError } from '../plugins/protocol/errors.ts'
import type { ServerLogger } from '../surfaces/edge/server-logger.ts'
import { logBackgroundError } from './log-background-error.ts'

test('a damaged file is a warning that names it once, also after it came from a thread, as is a plugin’s fault; ours is an error', () => {
  const log = { warn: vi.fn(), error: vi.fn() }
  const write = (error: unknown) => logBackgroundError(log as unknown as ServerLogger, error)
  const refused = 'ComicInfo cannot be read: XML that declares entities is refused.'
  write(new FileFault('/books/a.cbz', refused, 'XML that declares entities is refused'))
  const { name, message } = new FileFault('/books/b.pdf', 'The page is damaged.', 'Invalid JPX')
  write(Object.assign(new Error(message), { name }))
  expect(log.warn.mock.calls).toEqual([
    [`/books/a.cbz: ${refused}`],
    ['/books/b.pdf: The page is damaged. (Invalid JPX)'],
  ])
  expect(log.error).not.toHaveBeenCalled()

  write(new PluginError(-32603, 'Its source is down.'))
  expect(log.warn.mock.calls.at(-1)).toEqual(['A plugin failed: Its source is down.'])
  expect(log.error).not.toHaveBeenCalled()

  const fault = new Error('nobody caught it')
  write(fault)
  expect(log.error.mock.calls).toEqual([[{ err: fault }, 'Background work failed']])
})
