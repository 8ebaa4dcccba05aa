import { expect, test } from 'vitest'
import { freezeWhileLoading } from './freeze-while-loading.ts'

function fakeRenderer() {
  const calls: string[] = []
  const called = (name: string) => async () => void calls.push(name)
  const renderer = Object.assign(new EventTarget(), {
    isConnected: true,
    snap: called('snap'),
    scrollBy: called('scrollBy'),
    render: called('render'),
    scrollToAnchor: called('scrollToAnchor'),
    next: called('next'),
    prev: called('prev'),
  }) as unknown as Parameters<typeof freezeWhileLoading>[0]
  const tell = (name: string, detail: object) => renderer.dispatchEvent(new CustomEvent(name, { detail }))
  return { renderer, calls, tell }
}

test('a chapter loads once the page has come to rest', async () => {
  const { renderer, tell } = fakeRenderer()
  const { load } = freezeWhileLoading(renderer)
  tell('relocate', { reason: 'anchor' })
  renderer.snap(1, 0)
  let url: string | undefined
  const loading = load('c2.xhtml').then((given) => {
    url = given
  })
  tell('relocate', { reason: 'anchor' })
  await new Promise((done) => setTimeout(done, 20))
  expect(url).toBeUndefined()
  tell('relocate', { reason: 'snap' })
  await loading
  expect(url).toBe('c2.xhtml')
})

test('a finger moves the page only once the first one is shown', () => {
  const { renderer, calls, tell } = fakeRenderer()
  freezeWhileLoading(renderer)
  renderer.scrollBy(10, 0)
  renderer.snap(1, 0)
  expect(calls).toEqual([])
  tell('relocate', { reason: 'anchor' })
  renderer.scrollBy(10, 0)
  renderer.snap(1, 0)
  expect(calls).toEqual(['scrollBy', 'snap'])
})

test('nothing moves until the chapter is there, and a turn is done then', async () => {
  const { renderer, calls, tell } = fakeRenderer()
  const { load } = freezeWhileLoading(renderer)
  await load('c2.xhtml')
  renderer.snap(1, 0)
  renderer.render()
  await renderer.scrollToAnchor({} as Range)
  const turned = renderer.next()
  expect(calls).toEqual([])
  tell('load', { doc: {} })
  await turned
  expect(calls).toEqual(['next'])
  renderer.render()
  expect(calls).toEqual(['next', 'render'])
})
