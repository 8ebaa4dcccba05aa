import { expect, it } from 'vitest'
import { renderPlaceholderCover } from './placeholder-cover.ts'

const linesOf = (title: string) =>
  [...renderPlaceholderCover(title).matchAll(/<tspan[^>]*>([^<]*)</g)].map(([, line]) => line)

it.each([
  ['The Moon and Sixpence', ['The Moon and', 'Sixpence']],
  ['mol-support_xhtml-load-next-fxl', ['mol-support_xhtml-', 'load-next-fxl']],
  ['進撃の巨人と最後の戦いの始まり', ['進撃の巨人と最後の', '戦いの始まり']],
  ['R&D', ['R&#38;D']],
])('writes the whole of %s', (title, lines) => {
  expect(linesOf(title)).toEqual(lines)
})
