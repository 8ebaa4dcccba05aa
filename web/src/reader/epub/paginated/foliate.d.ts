declare module 'foliate-js/paginator.js' {}

declare module 'foliate-js/epubcfi.js' {
  type Part = { index: number; id?: string; offset?: number }
  type Path = Part[][]
  /** A range has the common part of its ends, and each end. */
  type Parsed = Path | { parent: Path; start: Path; end: Path }
  export function parse(cfi: string): Parsed
  export function fromRange(range: Range): string
  export function toRange(doc: Document, parts: Parsed): Range
  export function joinIndir(...cfis: string[]): string
  export const fake: { fromIndex(index: number): string }
}
