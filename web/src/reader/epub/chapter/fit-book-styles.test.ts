import { expect, test } from 'vitest'
import { fittedFloatWidth, fittedShift, fittedValue, rulesOf } from './fit-book-styles.ts'

test('margins and indents leave room for the words, on both sides of nought', () => {
  expect(fittedValue('margin-left', '60px')).toBe('min(60px, max(4%, 50% - 9em))')
  expect(fittedValue('padding-inline-end', '25%')).toBe('min(25%, max(4%, 50% - 9em))')
  expect(fittedValue('text-indent', '-3.5em')).toBe('max(-3.5em, -1 * max(4%, 50% - 9em))')
  expect(fittedValue('margin-right', '-80px')).toBe('max(-80px, -4%)')
  for (const value of ['0px', 'auto', 'inherit', '', 'var(--x)'])
    expect(fittedValue('margin-left', value)).toBeUndefined()
})

test('sizes made for one screen or for paper follow the text size', () => {
  expect(fittedValue('font-size', '12px')).toBe('0.75rem')
  expect(fittedValue('font-size', '12pt')).toBe('1rem')
  expect(fittedValue('font-size', 'large')).toBe('1.125rem')
  expect(fittedValue('line-height', '0.5in')).toBe('3rem')
  for (const value of ['1.2em', '120%', '0px', 'smaller', 'inherit', '1.5']) {
    expect(fittedValue('font-size', value)).toBeUndefined()
    expect(fittedValue('line-height', value)).toBeUndefined()
  }
})

test('lines that must not break do, and verse stays verse', () => {
  expect(fittedValue('white-space', 'nowrap')).toBe('normal')
  expect(fittedValue('white-space', 'pre')).toBe('pre-wrap')
  expect(fittedValue('white-space', 'pre-line')).toBeUndefined()
})

test('boxes are no wider than the page, and leave room beside them', () => {
  expect(fittedValue('min-width', '800px')).toBe('min(800px, 100%)')
  for (const value of ['0px', 'auto', '', 'max-content']) expect(fittedValue('min-width', value)).toBeUndefined()
  expect(fittedFloatWidth('300px')).toBe('min(300px, 48%)')
  for (const value of ['', 'auto', '0px', '40%']) expect(fittedFloatWidth(value)).toBeUndefined()
})

test('what is moved aside stays on the page', () => {
  expect(fittedShift('400px')).toBe('clamp(-4%, 400px, 4%)')
  expect(fittedShift('-3em')).toBe('clamp(-4%, -3em, 4%)')
  for (const value of ['', '0px', 'auto', 'inherit', 'calc(1px + 2%)']) expect(fittedShift(value)).toBeUndefined()
})

test('a style sheet that the book lacks has no rules, and stops nothing', () => {
  const missing = {
    get cssRules(): CSSRule[] {
      throw new DOMException('Cannot access rules', 'SecurityError')
    },
  }
  expect([...rulesOf(missing)]).toEqual([])
})

test('text that is too small to be read becomes larger, lines stay as close as they are', () => {
  expect(fittedValue('font-size', '1px')).toBe('0.5rem')
  expect(fittedValue('font-size', '12px')).toBe('0.75rem')
  expect(fittedValue('line-height', '4px')).toBe('0.25rem')
})

test('empty screens between paragraphs become gaps', () => {
  expect(fittedValue('margin-top', '3000px')).toBe('min(3000px, 20rem)')
  expect(fittedValue('padding-bottom', '900%')).toBe('min(900%, 20rem)')
  expect(fittedValue('margin-bottom', '50em')).toBe('min(50em, 20rem)')
  for (const usual of ['2em', '10rem', '120px', '30%', '-3000px', 'auto', '0'])
    expect(fittedValue('margin-top', usual)).toBeUndefined()
})
