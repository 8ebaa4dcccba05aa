import { defaultQuotationMarks, quotationMarks } from './quotation-marks.ts'

type TypographyRule = readonly [wrong: RegExp, rule: string]

const chineseRules: readonly TypographyRule[] = [
  [/您/u, 'people are 你'],
  [/\p{Script=Han}[,;:?!]/u, 'punctuation is full-width'],
]

const rules: Readonly<Record<string, readonly TypographyRule[]>> = {
  fr: [[/ [:;?!](?=\s|$)|« | »/u, 'a narrow no-break space stands before : ; ? ! and inside « »']],
  ja: [
    [
      /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}] [a-z\d#{]|[a-z\d#}] [\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/iu,
      'no space stands between Japanese and other letters',
    ],
    [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}][,;:?!]/u, 'punctuation is full-width'],
  ],
  'zh-Hans': chineseRules,
  'zh-Hant': chineseRules,
}

/** Where a translation departs from the way its language is written everywhere else here. */
export function typographyProblems(language: string, message: string): string[] {
  const own = quotationMarks[language] ?? defaultQuotationMarks
  const wrongQuote = [...message].find((sign) => '«»“”„「」『』'.includes(sign) && !own.includes(sign))
  return [
    ...(wrongQuote ? [`quotation marks are ${own}, not ${wrongQuote}`] : []),
    ...(rules[language] ?? []).flatMap(([wrong, rule]) => (wrong.test(message) ? [rule] : [])),
  ]
}
