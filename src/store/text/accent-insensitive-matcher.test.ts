import { describe, expect, it } from 'vitest'
import { openAccentInsensitiveMatcher, type TextOperator } from './accent-insensitive-matcher.ts'
import { facetKey } from './fold-letters.ts'

const textMatches = openAccentInsensitiveMatcher()
const holds = (text: string | null, operator: TextOperator, value: string) => textMatches(operator, value, text) === 1

describe('text patterns', () => {
  it('ignore case, accents and width', () => {
    expect(holds('Émigré', 'is', 'EMIGRE')).toBe(true)
    expect(holds('E\u0301migre\u0301', 'is', 'émigré')).toBe(true)
    expect(holds('Ｎａｎａ', 'is', 'nana')).toBe(true)
    expect(holds('ΟΔΥΣΣΕΥΣ', 'is', 'Οδυσσεύς')).toBe(true)
    expect(holds('Ёж', 'contains', 'еж')).toBe(true)
  })
  it('take every sign of the value as it is', () => {
    for (const text of ['100% (a.b) [c] {2} x+y? ^$ \\ | / - _ * ***:']) {
      expect(holds(text, 'is', text)).toBe(true)
      expect(holds(`x${text}`, 'is', text)).toBe(false)
    }
    expect(holds('abc', 'contains', '.')).toBe(false)
    expect(holds('Spider-Man', 'contains', 'spider man')).toBe(false)
  })
  it('distinguish beginning, end and middle', () => {
    expect(holds('One Piece', 'beginsWith', 'one')).toBe(true)
    expect(holds('One Piece', 'beginsWith', 'piece')).toBe(false)
    expect(holds('One Piece', 'endsWith', 'PIECE')).toBe(true)
    expect(holds('One Piece', 'contains', 'e p')).toBe(true)
  })
  it('keep letters apart that only look alike to a machine', () => {
    expect(holds('はな', 'is', 'ばな')).toBe(false)
    expect(holds('กิน', 'contains', 'กิน')).toBe(true)
    expect(holds('नमस्ते', 'is', 'नमस्ते')).toBe(true)
  })
  it('never hold for nothing, and always for an empty value', () => {
    expect(holds(null, 'contains', '')).toBe(false)
    expect(holds('x', 'contains', '')).toBe(true)
    expect(holds('x', 'is', '')).toBe(false)
  })
})

describe('facet keys', () => {
  it('make one name of its spellings', () => {
    expect(facetKey(' Sci-Fi  Stories')).toBe(facetKey('SCI-FI STORIES'))
    expect(facetKey('C++')).not.toBe(facetKey('C#'))
    expect(facetKey('!!!')).toBe('!!!')
  })
})
