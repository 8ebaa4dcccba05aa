import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser on plain http: no clipboard API, only the old `execCommand`. */
function plainHttp(allowed: boolean) {
  const copied: string[] = []
  let selected = ''
  const field = { value: '', style: {}, select: () => (selected = field.value), remove: vi.fn() }
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', {
    activeElement: null,
    body: { append: () => {} },
    createElement: () => field,
    execCommand: () => allowed && copied.push(selected) > 0,
  })
  return { copied, field }
}

test('on plain http a key is copied in the old way, and nothing of it stays on the page', async () => {
  const { copied, field } = plainHttp(true)
  expect(await copyText('lectern_abc')).toBe(true)
  expect(copied).toEqual(['lectern_abc'])
  expect(field.remove).toHaveBeenCalled()
})

test('a refusal of the browser is reported', async () => {
  plainHttp(false)
  expect(await copyText('lectern_abc')).toBe(false)
})
