import type { Annotation, AnnotationExportFormat } from '../../contract/annotations.ts'
import { quoteOf } from './save-annotation.ts'

export interface ExportedAnnotation extends Annotation {
  bookTitle: string
  seriesTitle: string
}

export interface ExportWriter {
  mediaType: string
  extension: string
  begin(): string
  write(annotation: ExportedAnnotation, previous: ExportedAnnotation | undefined): string
  end(count: number): string
}

/** Writers for each format, one annotation at a time, so that an export of any length needs little memory. */
export const annotationExportWriters: Record<AnnotationExportFormat, ExportWriter> = {
  markdown: {
    mediaType: 'text/markdown; charset=utf-8',
    extension: 'md',
    begin: () => '# Notes and highlights\n',
    write: (annotation, previous) =>
      headings(
        annotation,
        previous,
        (title) => `\n## ${escapeMarkdown(title)}\n`,
        (chapter) => `\n### ${escapeMarkdown(chapter)}\n`,
      ) +
      [
        '',
        ...quoteOf(annotation.locator)
          .highlight.split(/\r?\n/)
          .map((line) => `> ${escapeMarkdown(line)}`.trimEnd()),
        ...(annotation.note === null ? [] : ['', escapeMarkdown(annotation.note)]),
        '',
        `*${describe(annotation)}*`,
        '',
      ].join('\n'),
    end: () => '',
  },
  html: {
    mediaType: 'text/html; charset=utf-8',
    extension: 'html',
    begin: () =>
      `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Notes and highlights</title><style>${css}</style></head><body>\n<h1>Notes and highlights</h1>\n`,
    write: (annotation, previous) =>
      headings(
        annotation,
        previous,
        (title) => `<h2>${escapeHtml(title)}</h2>\n`,
        (chapter) => `<h3>${escapeHtml(chapter)}</h3>\n`,
      ) +
      `<figure class="${annotation.color} ${annotation.style}"><blockquote>${escapeHtml(quoteOf(annotation.locator).highlight)}</blockquote>` +
      (annotation.note === null ? '' : `<p>${escapeHtml(annotation.note)}</p>`) +
      `<figcaption>${escapeHtml(describe(annotation))}</figcaption></figure>\n`,
    end: () => '</body></html>\n',
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    extension: 'csv',
    // The byte order mark lets spreadsheets detect the encoding.
    begin: () => `\ufeff${csvColumns.join(',')}\r\n`,
    write: (annotation) => `${csvRow(annotation).map(csvCell).join(',')}\r\n`,
    end: () => '',
  },
  json: {
    mediaType: 'application/json; charset=utf-8',
    extension: 'json',
    begin: () => '{"annotations":[',
    write: (annotation, previous) => `${previous ? ',' : ''}\n${JSON.stringify(annotation)}`,
    end: (count) => `\n],"total":${count},"exportedAt":"${new Date().toISOString()}"}\n`,
  },
}

function headings(
  annotation: ExportedAnnotation,
  previous: ExportedAnnotation | undefined,
  ofBook: (title: string) => string,
  ofChapter: (title: string) => string,
): string {
  const isNewBook = previous?.bookId !== annotation.bookId
  const { title } = annotation.locator
  const isNewChapter = title !== undefined && (isNewBook || previous?.locator.title !== title)
  return (isNewBook ? ofBook(bookName(annotation)) : '') + (isNewChapter ? ofChapter(title) : '')
}

const bookName = ({ bookTitle, seriesTitle }: ExportedAnnotation): string =>
  bookTitle.startsWith(seriesTitle) ? bookTitle : `${seriesTitle}: ${bookTitle}`

function describe({ locator, createdAt, color, style }: ExportedAnnotation): string {
  const { position, totalProgression } = locator.locations ?? {}
  const where =
    position !== undefined
      ? `position ${position}`
      : totalProgression !== undefined
        ? `${Math.round(Math.min(1, Math.max(0, totalProgression)) * 100)} %`
        : undefined
  return [where, `${color} ${style}`, createdAt.slice(0, 10)].filter(Boolean).join(' · ')
}

const csvColumns = [
  'series',
  'book',
  'chapter',
  'position',
  'progress',
  'text',
  'note',
  'color',
  'style',
  'device',
  'createdAt',
  'updatedAt',
  'bookId',
  'id',
]

function csvRow(annotation: ExportedAnnotation): (string | number | null | undefined)[] {
  const { locator } = annotation
  return [
    annotation.seriesTitle,
    annotation.bookTitle,
    locator.title,
    locator.locations?.position,
    locator.locations?.totalProgression,
    quoteOf(locator).highlight,
    annotation.note,
    annotation.color,
    annotation.style,
    annotation.device,
    annotation.createdAt,
    annotation.updatedAt,
    annotation.bookId,
    annotation.id,
  ]
}

function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // Spreadsheets would execute text that starts like a formula.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const css =
  'body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 Georgia,serif}' +
  'figure{margin:1.5rem 0;padding-left:1rem;border-left:.3rem solid}blockquote{margin:0;white-space:pre-line}' +
  'p{white-space:pre-line}figcaption{font-size:.85rem;opacity:.7}' +
  '.yellow{border-color:#e3b505}.green{border-color:#4c9f70}.blue{border-color:#3a7ca5}.pink{border-color:#d4608a}'
