import { describe, expect, test } from 'vitest'
import { tempFiles } from '../../../../test/fixtures/temp-files.ts'
import { defaultLimits } from '../../limits.ts'
import { openPdf } from '../document.ts'
import { makePdf, type PdfParts } from '../pdf.fixture.ts'
import { renderPdfPage } from '../render.ts'
import { readPdfText } from '../text.ts'
import { BundledFonts } from './bundled-fonts.ts'
import { chooseFont } from './choose-font.ts'

const write = tempFiles()
let count = 0

describe('text in a font that the document names and does not carry', () => {
  test.each([
    ['Japanese, Shift-JIS', 'HeiseiMin-W3', '90ms-RKSJ-H', 'Japan1', '93fa967b8cea', '日本語'],
    ['Japanese, Unicode', 'HeiseiKakuGo-W5', 'UniJIS-UCS2-H', 'Japan1', '65e5672c8a9e', '日本語'],
    ['Simplified Chinese', 'STSong-Light', 'GBK-EUC-H', 'GB1', 'd6d0cec4', '中文'],
    ['Traditional Chinese', 'MSung-Light', 'ETen-B5-H', 'CNS1', 'a4a4a4e5', '中文'],
    ['Korean', 'HYSMyeongJo-Medium', 'KSCms-UHC-H', 'Korea1', 'c7d1b1b9', '한국'],
  ])('is drawn and read: %s', async (_script, font, encoding, ordering, codes, text) => {
    const objects = [
      `<</Type/Font/Subtype/Type0/BaseFont/${font}/Encoding/${encoding}/DescendantFonts[101 0 R]>>`,
      `<</Type/Font/Subtype/CIDFontType0/BaseFont/${font}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/DW 1000/FontDescriptor 102 0 R>>`,
      `<</Type/FontDescriptor/FontName/${font}/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 859/Descent -140/CapHeight 700/StemV 80>>`,
    ]
    expect(await drawAndRead({ objects, ...page(codes) })).toEqual({ isDrawn: true, text })
  })

  test.each(['Helvetica', 'Times-Roman', 'Courier-Bold', 'NoSuchFont'])(
    'is drawn and read: Cyrillic and Greek in %s',
    async (font) => {
      const encoding = '<</Type/Encoding/Differences[128/afii10017/afii10066/afii10096/alpha/omicron]>>'
      const objects = [`<</Type/Font/Subtype/Type1/BaseFont/${font}/Encoding${encoding}>>`]
      expect(await drawAndRead({ objects, ...page('8081828384') })).toEqual({ isDrawn: true, text: 'Абюαο' })
    },
  )

  test('leaves the Latin text of the standard fonts to PDFium', () => {
    const request = { family: 'Helvetica', charset: 0, bold: false, italic: false, serif: false, fixed: false }
    expect(chooseFont(request, undefined, new BundledFonts())).toBeUndefined()
    expect(chooseFont(request, 'alphabets', new BundledFonts())?.scripts.has('alphabets')).toBe(true)
  })
})

test('every script has a font that comes along, regular and bold', () => {
  for (const script of ['alphabets', 'japanese', 'korean', 'simplified', 'traditional'] as const)
    for (const bold of [false, true])
      expect(new BundledFonts().find(script, { bold, italic: false }), script).toMatchObject({
        bold,
        collectionOffset: undefined,
      })
})

test('form fields are drawn with their values, also where the document does not say how', async () => {
  const field = (value: string) => ({
    objects: [
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${value})/Rect[20 20 190 40]/F 4/P 1000 0 R/DA(/Helv 12 Tf 0 g)>>`,
    ],
    catalog:
      '/AcroForm<</Fields[100 0 R]/NeedAppearances true/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    pages: ['[0 0 200 100]/Annots[100 0 R]'],
  })
  expect((await drawAndRead(field('Filled in'))).isDrawn).toBe(true)
  expect((await drawAndRead(field(''))).isDrawn).toBe(false)
})

function page(codes: string): PdfParts {
  return { pages: ['[0 0 200 100]/Resources<</Font<</F1 100 0 R>>>>'], content: `BT/F1 24 Tf 20 40 Td<${codes}>Tj ET` }
}

async function drawAndRead(parts: PdfParts): Promise<{ isDrawn: boolean; text: string }> {
  const pdf = await openPdf(write(`${count++}.pdf`, makePdf(parts)), defaultLimits)
  try {
    const { data } = renderPdfPage(pdf, 0, { width: 400 })
    const dark = data.filter((value, index) => index % 4 === 0 && value < 128).length
    const text = readPdfText(pdf, 0).runs.map((run) => run.text)
    return { isDrawn: dark > 100, text: text.join('') }
  } finally {
    pdf.close()
  }
}
