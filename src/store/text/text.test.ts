import { describe, expect, it } from 'vitest'
import { searchDocument, searchWords } from './search-words.ts'
import { foldForSorting, sortKey } from './sort-key.ts'

const sorted = (titles: string[]) => [...titles].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))

/** Every word that is searched for is a word of the title's document. */
function expectFound(title: string, queries: string[]) {
  const document = searchDocument(title).split(' ')
  for (const query of queries) {
    expect(
      searchWords(query).filter((word) => !document.includes(word)),
      query,
    ).toEqual([])
  }
}

describe('sort keys', () => {
  it('put 2 before 10 and ignore leading zeros', () => {
    expect(sorted(['Bone 10', 'Bone 2', 'Bone 009'])).toEqual(['Bone 2', 'Bone 009', 'Bone 10'])
  })
  it('ignore case, accents, width and a leading English article', () => {
    expect(sortKey('The Émigré')).toBe(sortKey('emigre'))
    expect(sortKey('Ｎａｎａ')).toBe(sortKey('nana'))
  })
  it('keep a title that is only an article', () => {
    expect(sortKey('The')).toBe('the')
    expect(sortKey('A')).toBe('a')
  })
  it('keep words that are articles elsewhere', () => {
    expect(sortKey('Die Hard')).toBe('die hard')
  })
  it('distinguish voiced kana', () => {
    expect(sortKey('はな')).not.toBe(sortKey('ばな'))
  })
})

describe('folding', () => {
  it('does the same with plain letters, only faster', () => {
    const plain = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code))
    const slow = foldForSorting(`${plain}\u00a0x`)
    expect(slow.slice(0, -1).trim()).toBe(foldForSorting(plain))
  })
})

describe('search words', () => {
  it('cut Japanese into overlapping pairs, simplified', () => {
    expect(searchWords('進撃の巨人')).toEqual(['进击', '击の', 'の巨', '巨人'])
  })
  it('fold case, accents and punctuation', () => {
    expect(searchWords("Tintin: L'Île Noire")).toEqual(['tintin', 'l', 'ile', 'noire'])
  })
  it('cut Thai into overlapping pairs, without its marks', () => {
    expect(searchWords('บัลลังก์')).toEqual(['บล', 'ลล', 'ลง', 'งก'])
  })
  it('treat letters that look like apostrophes as apostrophes', () => {
    expect(searchDocument('пʼять')).toBe('п ять пять')
    expect(searchWords('пʼять')).toEqual(searchWords("п'ять"))
  })
  it.each([
    ['ハリー・ポッター', ['ハリー・ポッター', 'ハリーポッター', 'ハリー ポッター', 'ポッター']],
    ['ハンター×ハンター', ['ハンター×ハンター', 'ハンターハンター', 'ハンター', 'ハンターxハンター']],
    ['SPY×FAMILY', ['SPY×FAMILY', 'spy x family', 'spyxfamily', 'spyfamily', 'spy family']],
    ['Hunter × Hunter', ['hunter × hunter', 'hunter x hunter', 'HunterxHunter', 'hunter hunter']],
    ['Hunter x Hunter', ['HUNTER×HUNTER', 'hunterxhunter']],
    ['らき☆すた', ['らき☆すた', 'らきすた', 'すた']],
    ['나의 히어로 아카데미아', ['나의 히어로', '나의히어로', '히어로아카데미아', '나의히어로아카데미아']],
    ['ภาษาไทย การ์ตูน', ['ภาษาไทยการ์ตูน', 'การ์ตูน']],
  ])('find %s with and without its spaces and signs', expectFound)
  it.each([
    ['हिन्दी', ['हिंदी', 'हिन्दी']],
    ['चाँद', ['चांद', 'चान्द']],
    ['পঞ্চতন্ত্র', ['পংচতংত্র']],
    ['ਪੰਜਾਬ', ['ਪਂਜਾਬ', 'ਪਞ੍ਜਾਬ']],
    ['進擊的巨人', ['进击的巨人', '進擊', '巨人']],
    ['进击的巨人', ['進擊的巨人']],
    ['銀河鉄道999', ['银河铁道999', '銀河鐵道']],
    ['乾隆皇帝', ['乾隆', '皇帝']],
  ])('find %s however its letters are written', expectFound)
  it('tell a nasal before a consonant of another place from the dot', () => {
    expect(searchWords('नम्र')).not.toEqual(searchWords('नंर'))
    expect(searchWords('जन्म')).not.toEqual(searchWords('जंम'))
  })
  it('find the last character of a title as well as the others', () => {
    expect(searchDocument('巨人')).toBe('巨人 人')
  })
  it('keep each word once in a document', () => {
    expect(searchDocument('Nana 1', 'Nana', null)).toBe('nana 1')
  })
})
