import { expect, test } from 'vitest'
import { isTallScript } from './is-tall-script.ts'

test('scripts with marks above and below their letters need taller lines', () => {
  for (const title of ['ألف ليلة', 'สามก๊ก', 'हिन्दी', 'Saga – คู่มือ'])
    expect([title, isTallScript(title)]).toEqual([title, true])
  for (const title of ['Saga', 'Война и мир', '進撃の巨人', '나 혼자만', 'Ελλάδα']) {
    expect([title, isTallScript(title)]).toEqual([title, false])
  }
})
