import { describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../../test/processor-time.ts'
import { parseXml } from '../xml/parse.ts'
import { descendantsNamed, firstDescendantNamed, textOf } from '../xml/tree.ts'
import { xhtml } from './book.fixture.ts'
import { sanitiseCss } from './sanitise-css.ts'
import { sanitiseDocument } from './sanitise-document.ts'

const clean = (document: string, kind: 'html' | 'xml' = 'html') => sanitiseDocument(Buffer.from(document), kind)
const body = (content: string) =>
  clean(xhtml(content))
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<\/body>[\s\S]*$/, '')

/** Everything known to execute in a content document. None of it may remain in any form. */
const attacks: [what: string, markup: string][] = [
  ['an inline script', '<script>alert(1)</script>'],
  ['an external script', '<script src="x.js"></script>'],
  ['a script under a prefix', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'],
  ['a script in SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script href="data:text/javascript,alert(1)"/></svg>'],
  ['a handler', '<img src="x.png" onerror="alert(1)" onLoad="alert(1)"/>'],
  ['a handler in SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><a href="#"/></svg>'],
  ['a script address', '<a href="javascript:alert(1)">x</a>'],
  [
    'a script address in disguise',
    '<a href=" java&#9;script&#10;:alert(1)">x</a><a href="&#x1;JaVaScRiPt:alert(1)">x</a>',
  ],
  [
    'a script address of SVG',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="javascript:alert(1)"/></svg>',
  ],
  [
    'an address written by animation',
    '<svg xmlns="http://www.w3.org/2000/svg"><a><animate attributeName="href" values="javascript:alert(1)"/><set attributeName="xlink:href" to="javascript:alert(1)"/></a></svg>',
  ],
  ['a document in an attribute', '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>'],
  [
    'a document in an address',
    '<iframe src="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;"></iframe><object data="data:text/html,x&lt;script&gt;alert(1)"></object>',
  ],
  [
    'a use of foreign data',
    '<svg xmlns="http://www.w3.org/2000/svg"><use href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"/></svg>',
  ],
  ['an embedded thing', '<embed src="x.swf" onload="alert(1)"/><applet code="alert(1)"/>'],
  ['a base', '<base href="javascript:alert(1)//"/>'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"/>'],
  ['a form', '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>'],
  ['XML events', '<p xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="click" ev:handler="alert(1)">x</p>'],
]

describe('nothing runs', () => {
  test.each(attacks)('%s is removed', (_, markup) => {
    for (const document of [
      xhtml(`<p>before</p>${markup}<p>after</p>`),
      `<html><body><p>before${markup}<p>after</body>`,
    ]) {
      const cleaned = clean(document)
      expect(cleaned).not.toMatch(/alert|script:|\son\w+=/i)
      const { root, wellNested } = parseXml(cleaned)
      expect(wellNested).toBe(true)
      expect(textOf(firstDescendantNamed(root, 'body'))).toMatch(/^before.*after$/)
    }
  })

  test('a stylesheet in XSLT is not linked, one in CSS is', () => {
    const linked = (instruction: string) =>
      clean(`<?xml version="1.0"?>${instruction}${xhtml('').replace(/^<\?xml.*?\?>/, '')}`)
    expect(linked('<?xml-stylesheet type="text/xsl" href="x.xsl"?>')).not.toContain('stylesheet')
    expect(linked('<?xml-stylesheet type="text/css" href="http://far/x.css"?>')).not.toContain('stylesheet')
    expect(linked('<?xml-stylesheet type="text/css" href="x.css"?>')).toContain(
      '<?xml-stylesheet type="text/css" href="x.css"?>',
    )
  })

  test('XML of any other kind is cleaned as well', () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg"><h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script><rect onclick="alert(1)" width="1"/></svg>'
    expect(clean(svg, 'xml')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"><rect width="1"></rect></svg>\n',
    )
  })
})

describe('nothing is fetched from elsewhere', () => {
  test.each([
    '<img src="https://far/x.png"/>',
    '<img src="//far/x.png"/>',
    '<img srcset="https://far/x.png 2x"/>',
    '<iframe src="https://far/"></iframe>',
    '<object data="https://far/x.svg"></object>',
    '<video poster="https://far/x.png" src="https://far/x.mp4"></video>',
    '<p style="background:url(https://far/x.png)">x</p>',
    '<style>@import "https://far/x.css"; p{background:url("https://far/x.png")}</style>',
    '<div xml:base="https://far/"><img src="x.png"/></div>',
  ])('%s', (markup) => expect(body(markup)).not.toContain('far'))

  test('but a link may lead there', () => {
    expect(body('<a href="https://example.org/?a=1&amp;b=2" target="_blank">x</a>')).toBe(
      '<a href="https://example.org/?a=1&amp;b=2">x</a>',
    )
    expect(body('<a href="mailto:a@b.org">x</a>')).toContain('mailto')
    expect(body('<a href="file:///etc/passwd">x</a>')).toBe('<a>x</a>')
  })
})

describe('what a book needs stays', () => {
  test('text, entities, pictures, ruby, MathML, styles of its own', () => {
    const content = `<p class="a" id="b" epub:type="x" lang="ja">A &amp; B &lt; C<br/><ruby>漢<rt>かん</rt></ruby> <img src="../i%20x.png" alt="a&quot;b"/></p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>`
    expect(body(content)).toBe(content)
    expect(body('<p style="color: red">x</p>')).toBe('<p style="color: red">x</p>')
    expect(body('<img src="data:image/png;base64,AAAA"/>')).toContain('data:image/png')
    expect(
      clean(
        xhtml(
          '',
          '<link rel="stylesheet" href="x.css"/><meta name="viewport" content="width=1,height=2"/><style>p > a{}</style>',
        ),
      ),
    ).toMatch(
      /<link rel="stylesheet" href="x.css"\/><meta name="viewport" content="width=1,height=2"\/><style>p &gt; a\{\}<\/style>/,
    )
  })

  test('named entities without a DTD, and short ones of the document’s own', () => {
    const document = `<!DOCTYPE html [<!ENTITY own "Mine"><!ENTITY bad "&own;&own;"><!ENTITY far SYSTEM "file:///etc/passwd">]><html xmlns="http://www.w3.org/1999/xhtml"><body>a&nbsp;b &eacute; &own;</body></html>`
    expect(clean(document)).toContain('<body>a\u00a0b é Mine</body>')
    expect(clean(document.replace('&own;</body>', '&bad;&far;</body>'))).not.toMatch(/MineMine|root:/)
  })

  test('the content of a form and of noscript', () => {
    expect(body('<form action="/x"><p>a</p></form><noscript><p>b</p></noscript>')).toBe('<p>a</p><p>b</p>')
  })
})

describe('what is not well-formed', () => {
  test.each([
    ['unclosed elements', '<html><body><p>one<p>two<br>three<img src=x.png></body></html>'],
    ['a bare ampersand', xhtml('<p>one & two three</p>')],
    ['attributes doubled or without a value', xhtml('<p class="a" class="b" hidden>one two three</p>')],
    ['an unknown prefix', xhtml('<o:p x:y="1">one two three</o:p>')],
    ['names no XML allows', xhtml('<p 1a="x" "b="y"><a$b>one two three</a$b></p>')],
    ['no root', '<p>one</p><p>two three</p>'],
    ['text after the end', `${xhtml('<p>one two</p>')}three`],
    ['plain text', 'one two three'],
    ['a title closed at once', '<html><head><title/></head><body>one two three<br></body></html>'],
  ])('%s comes out well-formed with its text', (_, document) => {
    const { root, wellNested } = parseXml(clean(document))
    expect(wellNested).toBe(true)
    expect(root).toMatchObject({ name: 'html', attributes: { xmlns: 'http://www.w3.org/1999/xhtml' } })
    expect(textOf(root)).toMatch(/one.*two.*three/)
    expect(descendantsNamed(root, 'o:p')).toEqual([])
  })

  test('HTML in capitals becomes XHTML, SVG keeps its own', () => {
    const cleaned = clean('<HTML><BODY><A HREF="x.html">one<svg viewBox="0 0 1 1"><linearGradient id="a"></svg></BODY>')
    expect(cleaned).toContain('<a href="x.html">')
    expect(cleaned).toContain('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><linearGradient')
  })

  test('a document without end or bottom is refused, not followed', () => {
    expect(() => clean('<b>'.repeat(5000))).toThrow(expect.objectContaining({ type: 'page_extraction' }))
  })
})

describe('styles', () => {
  test.each([
    [
      'p{-epub-hyphens:auto;page-break-before:always;page-break-inside: avoid}',
      'p{hyphens:auto;break-before: column;break-inside: avoid}',
    ],
    ['p{break-after: page}', 'p{break-after: column}'],
    ['@import url(local.css);', '@import url(local.css);'],
    ['@import url("https://far/x.css"); p{}', ' p{}'],
    ['@namespace h url(http://www.w3.org/1999/xhtml);', '@namespace h url(http://www.w3.org/1999/xhtml);'],
    ['p{background:url( "javascript:alert(1)" )}', 'p{background:url("#)" )}'],
    ['p{width:expression(alert(1))}', 'p{width:none(alert(1))}'],
    ['@import/**/"//far/x.css";p{}', 'p{}'],
    ['/* url(https://far/) */p{}', 'p{}'],
    ['@font-face{src:url(../f.otf)}', '@font-face{src:url(../f.otf)}'],
  ])('%s', (css, cleaned) => expect(sanitiseCss(css)).toBe(cleaned))

  test('one made to be slow is not', () => {
    const spaces = ' '.repeat(500_000)
    const hostile = [
      `@import${spaces}`,
      `@namespace${spaces}`,
      `url(${spaces}`,
      `page-break-before${spaces}`,
      '@import '.repeat(100_000),
      'url('.repeat(200_000),
      '/*'.repeat(300_000),
    ]
    expect(processorTimeOf(() => hostile.map((css) => sanitiseCss(css)))).toBeLessThan(3000)
  })
})

test.each([
  ['without a body', '<html><head><title>t</title></head><h1>A</h1>b</html>', '<h1>A</h1>b'],
  ['without a head', '<html><body class="c"><p>b</p></body></html>', '<p>b</p>'],
  [
    'with text in its head',
    '<html><head><title>t</title><p>b</p></head><body><p>c</p></body></html>',
    '<p>b</p><p>c</p>',
  ],
  ['that goes on after its body', '<html><body><p>b</p></body><p>c</p></html>', '<p>b</p><p>c</p>'],
  ['that goes on after its end', '<html><body><p>b</p></body></html><p>c</p>', '<p>b</p><p>c</p>'],
  ['with a style and no head', '<html><style>p{color:red}</style><p>b</p></html>', '<p>b</p>'],
  ['of a body only', '<body><p>b</p></body>', '<p>b</p>'],
  ['with nothing in it', '<html xmlns="http://www.w3.org/1999/xhtml"/>', ''],
])('a document %s gets one head and one body', (_, document, content) => {
  const shown = clean(document)
  expect(shown).toMatch(/<html[^>]*><head>(?:(?!<head>)[\s\S])*<\/head><body[^>]*>/)
  expect(shown.match(/<body/g)).toHaveLength(1)
  expect(shown.replace(/^[\s\S]*<body[^>]*>/, '').replace(/<\/body>\s*<\/html>\s*$/, '')).toBe(content)
})
