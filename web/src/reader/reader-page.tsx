export function ReaderPage() {
  return null
}
