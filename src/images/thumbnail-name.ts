/** The end of a UUIDv7 is random, its start is the time: subfolders by its end stay evenly filled. */
export function thumbnailName(uid: string, version: number): string {
  return `${uid.slice(-2)}/${uid}-${version.toString(36)}-small.jpg`
}

/** The inverse of `thumbnailName`. */
export function parseThumbnailName(name: string): { uid: string; version: number } | undefined {
  const [, uid, version] = /([0-9a-f]{8}-[0-9a-f-]{27})-([0-9a-z]+)-small\.jpg$/.exec(name) ?? []
  return uid && version ? { uid, version: Number.parseInt(version, 36) } : undefined
}

/** A large cover stored by an earlier version of Lectern. */
export function isObsoleteLargeThumbnailName(name: string): boolean {
  return /[0-9a-f]{8}-[0-9a-f-]{27}-[0-9a-z]+-large\.jpg$/.test(name)
}
