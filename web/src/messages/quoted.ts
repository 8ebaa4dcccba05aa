import { defaultQuotationMarks, quotationMarks } from './quotation-marks.ts'
import { currentLanguage } from './t.ts'

/** What somebody else wrote, in the marks of the person's language. */
export function quoted(words: string): string {
  const language = currentLanguage()
  const [open, close] = quotationMarks[language] ?? defaultQuotationMarks
  const space = language === 'fr' ? '\u202f' : ''
  return `${open}${space}${words}${space}${close}`
}
