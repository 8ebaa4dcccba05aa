import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PdfTextRun, pdf } from '../../../../src/contract/pdf.ts'
import type { AnswerOf } from '../../../../src/contract/route.ts'
import { fileVersionOf } from '../../api/book-file-url.ts'
import { api } from '../../api/client.ts'
import type { BookPageInfo } from '../../api/types.ts'
import css from './text-layer.module.css'

const textQuery = (bookId: string, page: number) =>
  queryOptions({
    queryKey: ['page-text', bookId, page, fileVersionOf(bookId)],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      api
        .get<AnswerOf<typeof pdf.text>>(`/books/${bookId}/pages/${page}/text`, {
          query: { v: fileVersionOf(bookId) },
          signal,
        })
        .then(({ runs }) => runs),
  })

/** The page's text, invisible above its image: to be selected, copied, and read aloud. */
export function TextLayer({ bookId, page }: { bookId: string; page: BookPageInfo }) {
  const { data: runs = [] } = useQuery(textQuery(bookId, page.number))
  const [width, height] = [page.width ?? 1000, page.height ?? 1414]
  return (
    <svg className={css.layer} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="presentation">
      {runs.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes, and the same word may stand twice
        <Run key={index} run={run} width={width} height={height} />
      ))}
    </svg>
  )
}

function Run({ run, width, height }: { run: PdfTextRun; width: number; height: number }) {
  const box = { x: run.x * width, y: run.y * height, width: run.width * width, height: run.height * height }
  // A run that is much taller than wide is vertical text.
  if (run.text.length > 2 && box.height > box.width * 1.5)
    return (
      <text
        transform={`translate(${box.x + box.width * 0.2} ${box.y}) rotate(90)`}
        fontSize={box.width}
        textLength={box.height}
        lengthAdjust="spacingAndGlyphs"
      >
        {run.text}
      </text>
    )
  return (
    <text
      x={box.x}
      y={box.y + box.height * 0.8}
      fontSize={box.height}
      textLength={box.width}
      lengthAdjust="spacingAndGlyphs"
    >
      {run.text}
    </text>
  )
}
