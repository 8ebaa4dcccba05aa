import { describe, expect, test } from 'vitest'
import { parseXml, XmlError } from './parse.ts'
import { attributeOf, descendantsNamed, firstChildNamed, firstDescendantNamed, textOf, textOfChild } from './tree.ts'

const series = (source: Uint8Array | string) => textOf(firstDescendantNamed(parseXml(source).root, 'Series'))

describe('encodings', () => {
  test('reads UTF-8 with a byte order mark', () => {
    expect(series(Buffer.from('\ufeff<?xml version="1.0"?><C><Series>BOM é</Series></C>'))).toBe('BOM é')
  })

  test('reads UTF-16 with and without a byte order mark, whatever the declaration says', () => {
    const text = '<?xml version="1.0" encoding="utf-8"?><C><Series>Ünï</Series></C>'
    expect(series(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe('Ünï')
    expect(series(Buffer.from(text, 'utf16le'))).toBe('Ünï')
    expect(series(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe('Ünï')
    expect(series(Buffer.from(text, 'utf16le').swap16())).toBe('Ünï')
  })

  test('believes the bytes when UTF-8 is declared to be Latin-1', () => {
    expect(series(Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><C><Series>é漢</Series></C>'))).toBe('é漢')
  })

  test('reads Windows-1252 that is declared to be UTF-8, or not declared at all', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="UTF-8"?><C><Series>caf\xe9 \x97</Series></C>', 'latin1')
    expect(series(bytes)).toBe('café —')
    expect(series(Buffer.from('<C><Series>caf\xe9</Series></C>', 'latin1'))).toBe('café')
  })

  test('reads a declared Shift-JIS', () => {
    const head = Buffer.from("<?xml version='1.0' encoding='Shift_JIS'?><C><Series>")
    const bytes = Buffer.concat([head, Buffer.from([0x8a, 0xbf, 0x8e, 0x9a]), Buffer.from('</Series></C>')])
    expect(series(bytes)).toBe('漢字')
  })

  test('reads what HTML declares, as pages saved from the web do', () => {
    const bytes = Buffer.from(
      '<C><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"/><Series>\xcf\xf0\xe8</Series></C>',
      'latin1',
    )
    expect(series(bytes)).toBe('При')
  })

  test('reads UTF-8 with a character that was cut in half', () => {
    const bytes = Buffer.concat([
      Buffer.from('<C><Series>Привет, мир'),
      Buffer.from([0xd0]),
      Buffer.from('</Series></C>'),
    ])
    expect(series(bytes)).toBe('Привет, мир\ufffd')
  })

  test('reads ASCII that is declared to be UTF-16', () => {
    expect(series(Buffer.from('<?xml version="1.0" encoding="utf-16"?><C><Series>plain</Series></C>'))).toBe('plain')
  })

  test('drops characters that XML forbids', () => {
    expect(series('<C><Series>a\u0000b\u000bc\uffff\ud800</Series></C>')).toBe('abc\ufffd')
    expect(series(Buffer.from('<C><Series>a\u0000b\u000bc\uffff</Series></C>'))).toBe('abc')
  })
})

describe('tolerance', () => {
  test('takes bare ampersands, HTML entities and numbered ones', () => {
    expect(series('<C><Publisher>D&C</Publisher><Series>A & B &eacute;&#233;&amp;</Series></C>')).toBe('A & B éé&')
    expect(series('<C><Series>&nosuchname; x</Series></C>')).toBe('&nosuchname; x')
  })

  test('leaves ampersands in CDATA alone', () => {
    expect(series('<C><Publisher>D&C</Publisher><Series><![CDATA[A & <B>]]></Series></C>')).toBe('A & <B>')
  })

  test('takes undeclared prefixes, single quotes, unquoted attributes, space before the declaration', () => {
    const { root } = parseXml(
      `\n <?xml version='1.0'?><x:package a='1'><dc:title opf:role='aut' b=2>T</dc:title></x:package>`,
    )
    expect(root).toMatchObject({ name: 'package', prefix: 'x' })
    const title = firstChildNamed(root, 'title')
    expect(attributeOf(title, 'role')).toBe('aut')
    expect(attributeOf(title, 'opf:role')).toBe('aut')
    expect(textOfChild(root, 'TITLE')).toBe('T')
  })

  test('keeps what it can of a file whose tags do not nest, and says so', () => {
    const cut = parseXml('<C><Series>S</Series><Number>1')
    expect(cut.wellNested).toBe(false)
    expect(textOfChild(cut.root, 'Series')).toBe('S')
    expect(parseXml('<C><Series>A & B</Series><Number>1</C>').wellNested).toBe(false)
    expect(parseXml('<C><a x="1" x="2">A & B</a></C>').wellNested).toBe(true)
  })

  test('joins text over elements and collapses white space', () => {
    const { root } = parseXml('<li><a>One\n  <b>two</b><i> three</i></a></li>')
    expect(textOf(root)).toBe('One two three')
    expect(descendantsNamed(root, 'b')).toHaveLength(1)
  })
})

describe('refusals', () => {
  test('refuses entity declarations, internal and external, and parameter entities', () => {
    const laughs = '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><C><Series>&b;</Series></C>'
    expect(() => parseXml(laughs)).toThrow(XmlError)
    expect(() => parseXml('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><C>&f;</C>')).toThrow(XmlError)
    expect(() => parseXml('<!DOCTYPE x [<!ENTITY % p SYSTEM "http://x/"> %p;]><C/>')).toThrow(XmlError)
  })

  test('takes a document type that only names a DTD', () => {
    expect(
      series('<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://x/y.dtd"><C><Series>S</Series></C>'),
    ).toBe('S')
  })

  test('refuses what is too large, too deep or too many', () => {
    const limits = { maxBytes: 1000, maxDepth: 10, maxElements: 50 }
    expect(() => parseXml(`<C>${' '.repeat(1000)}</C>`, limits)).toThrow('bytes')
    expect(() => parseXml('<a>'.repeat(11), limits)).toThrow('deeper')
    expect(() => parseXml(`<C>${'<a/>'.repeat(51)}</C>`, limits)).toThrow('elements')
  })

  test('refuses what is no XML at all', () => {
    expect(() => parseXml('')).toThrow(XmlError)
    expect(() => parseXml('just text')).toThrow(XmlError)
    expect(() => parseXml(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]))).toThrow(XmlError)
  })
})
