export interface DateParts {
  year?: number
  month?: number
  day?: number
}

/**
 * Year, month and day as far as a date contains them: `1851`, `2011-10`, `2011-10-01T00:00:00Z`, `20111001`, `October
 * 2011`.
 */
export function parseDateParts(written: string | undefined): DateParts {
  const text = written?.trim()
  if (!text) return {}
  const iso =
    /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text)
  if (iso) return validDateParts(Number(iso[1]), Number(iso[2] ?? 0), Number(iso[3] ?? 0))
  const year = /(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)/.exec(text)
  return year ? validDateParts(Number(year[1]), 0, 0) : {}
}

/** Drops the first invalid part and all that follow. calibre writes year 101 for "no date". */
export function validDateParts(year: number, month: number, day: number): DateParts {
  if (!Number.isInteger(year) || year < 1000 || year > 2999) return {}
  if (!Number.isInteger(month) || month < 1 || month > 12) return { year }
  if (!Number.isInteger(day) || day < 1 || day > 31) return { year, month }
  return { year, month, day }
}
