/** Loaded with the first picture: ten megabytes that an idle server doesn't need. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp')
  // No operation is repeated on the same picture; results worth caching are cached on disk.
  sharp.cache(false)
  // There is already one thread per core.
  sharp.concurrency(1)
  return sharp
}
