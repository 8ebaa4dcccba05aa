/** The end of a UUIDv7 is random, its beginning is the time: by the end, no folder gets full. */
export function thumbnailName(uid: string, version: number): string {
  return `${uid.slice(-2)}/${uid}-${version.toString(36)}-small.jpg`
}

/** What such a name says. */
export function parseThumbnailName(name: string): { uid: string; version: number } | undefined {
  const [, uid, version] = /([0-9a-f]{8}-[0-9a-f-]{27})-([0-9a-z]+)-small\.jpg$/.exec(name) ?? []
  return uid && version ? { uid, version: Number.parseInt(version, 36) } : undefined
}

/** A large cover of an earlier version of this program. */
export function isObsoleteLargeThumbnailName(name: string): boolean {
  return /[0-9a-f]{8}-[0-9a-f-]{27}-[0-9a-z]+-large\.jpg$/.test(name)
}
