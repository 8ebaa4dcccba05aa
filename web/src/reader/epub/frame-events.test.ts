import { afterEach, expect, test, vi } from 'vitest'
import { listenInFrame } from './frame-events.ts'

class Pointer extends Event {
  constructor(type: string, at: object) {
    super(type)
    Object.assign(this, at)
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a mouse that moves over the text of a book is noticed outside of its frame', () => {
  const [page, outside] = [new EventTarget(), new EventTarget()]
  vi.stubGlobal('window', outside)
  vi.stubGlobal('PointerEvent', Pointer)
  listenInFrame(page as Document, '', { key: () => {}, tap: () => {}, link: () => {} })
  const seen = vi.fn()
  outside.addEventListener('pointermove', seen)
  const at = { pointerType: 'mouse', screenX: 40, screenY: 70 }
  page.dispatchEvent(new Pointer('pointermove', at))
  expect(seen.mock.calls[0]?.[0]).toMatchObject(at)
})
