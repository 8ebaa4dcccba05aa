import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { makeLineSplitter } from './line-splitter.ts'

function openSplitter(maxBytes: number) {
  const lines: string[] = []
  let isTooLong = false
  const split = makeLineSplitter(
    maxBytes,
    (line) => lines.push(line),
    () => {
      isTooLong = true
    },
  )
  return { split, lines, isTooLong: () => isTooLong }
}

it('joins lines from chunks of any size, even split within a character', () => {
  const text = 'one\n\nzwölf 十二 🂡\n{"a":1}\nrest'
  for (const length of [1, 2, 3, 7, 100]) {
    const { split, lines } = openSplitter(100)
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += length) split(bytes.subarray(at, at + length))
    expect(lines).toEqual(['one', '', 'zwölf 十二 🂡', '{"a":1}'])
  }
})

it('stops at a line that is too long, but not at one that just fits', () => {
  const { split, lines, isTooLong } = openSplitter(10)
  split(Buffer.from('0123456789\n'))
  for (const letter of '0123456789') split(Buffer.from(letter))
  expect([lines, isTooLong()]).toEqual([['0123456789'], false])
  split(Buffer.from('x\nmore\n'))
  split(Buffer.from('more\n'))
  expect([lines.length, isTooLong()]).toEqual([1, true])
})

it('needs little more memory than the line, even if it arrives byte by byte', () => {
  const { split, lines } = openSplitter(1 << 20)
  const before = memory()
  for (let at = 0; at < 400_000; at++) split(Buffer.from('x'))
  // One object for each piece would take over 40 MB.
  expect(memory() - before).toBeLessThan(8 << 20)
  split(Buffer.from('\n'))
  expect(lines[0]).toHaveLength(400_000)
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What is in use: V8 decides when garbage goes. */
function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
