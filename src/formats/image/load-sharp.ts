/** Loaded with the first picture: ten megabytes that a server at rest does not need. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp')
  // Nobody asks twice for the same step of the same picture; what is worth keeping is kept on the disk.
  sharp.cache(false)
  // There is a thread for every core already.
  sharp.concurrency(1)
  return sharp
}
