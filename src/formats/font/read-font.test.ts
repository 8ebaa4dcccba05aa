import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { fontOf } from './font.fixture.ts'
import { readFont } from './read-font.ts'

const woff2 = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2'),
)

describe('reading a font', () => {
  it('knows the family, weight and slant of each format', async () => {
    expect(await readFont(fontOf({ family: 'Harbour Serif', weight: 600, isItalic: true }))).toEqual({
      format: 'ttf',
      family: 'Harbour Serif',
      weight: 600,
      isItalic: true,
      minWeight: 600,
      maxWeight: 600,
    })
    expect(await readFont(fontOf({ magic: 'OTTO', outlines: 'CFF ' }))).toMatchObject({ format: 'otf' })
    expect(await readFont(woff2)).toMatchObject({ format: 'woff2', family: 'OpenDyslexic', isItalic: false })
  })

  it('knows the weights of a variable font, and that other axes are none', async () => {
    const weightsOf = async (axes: Record<string, [number, number]>) => {
      const { minWeight, maxWeight } = await readFont(fontOf({ weight: 300, axes }))
      return [minWeight, maxWeight]
    }
    expect(await weightsOf({ opsz: [8, 72], wght: [300, 650] })).toEqual([300, 650])
    expect(await weightsOf({ opsz: [8, 72] })).toEqual([300, 300])
    // Values that can't be weights are ignored.
    expect(await weightsOf({ wght: [900, 100] })).toEqual([300, 300])
    expect(await weightsOf({ wght: [-5, 20_000] })).toEqual([300, 300])
  })

  it('keeps nothing in a name that could end a rule of a style sheet', async () => {
    const { family } = await readFont(fontOf({ family: 'A"; } body { x: url(\\evil)\u0000' }))
    expect(family).toBe('A; } body { x: url(evil)')
  })

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['only a beginning', fontOf({}).subarray(0, 40)],
    ['a file that was cut', fontOf({}).subarray(0, -20)],
    ['one without a table it needs', fontOf({ without: 'cmap' })],
    ['one without outlines', fontOf({ without: 'glyf' })],
    ['one without a name', fontOf({ family: '' })],
    ['a collection', fontOf({ magic: 'ttcf' })],
    ['a cut WOFF 2', woff2.subarray(0, woff2.length - 50)],
    ['a WOFF 2 with another length', Buffer.concat([woff2, Buffer.alloc(4)])],
    ['a WOFF 2 with damaged data', Buffer.from(woff2).fill(7, 400, 900)],
  ])('refuses %s', async (_what, bytes) => {
    await expect(readFont(bytes)).rejects.toMatchObject({ name: 'FormatError' })
  })

  it('refuses any damaged header without another kind of error', async () => {
    const whole = fontOf({})
    for (let at = 0; at < 140; at++) {
      const bytes = Buffer.from(whole)
      bytes[at] = 0xff
      await readFont(bytes).catch((error) => expect(error.name).toBe('FormatError'))
      const packed = Buffer.from(woff2)
      packed[at] = 0xff
      await readFont(packed).catch((error) => expect(error.name).toBe('FormatError'))
    }
  })
})
