/** UTC with milliseconds, as everywhere on the wire. */
export function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
