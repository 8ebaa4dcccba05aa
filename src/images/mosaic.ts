/** Combines up to four pictures, two by two, in the aspect ratio of a book. */
export async function makeMosaic(pictures: readonly Uint8Array[], quality: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const tiles = await Promise.all(
    pictures.slice(0, 4).map(async (picture, index) => ({
      input: await sharp(picture, { failOn: 'none' })
        .resize({ ...TILE, fit: 'cover' })
        .toBuffer(),
      left: (index % 2) * TILE.width,
      top: Math.floor(index / 2) * TILE.height,
    })),
  )
  return sharp({ create: { width: TILE.width * 2, height: TILE.height * 2, channels: 3, background: '#808080' } })
    .composite(tiles)
    .jpeg({ quality })
    .toBuffer()
}

const TILE = { width: 106, height: 150 }
