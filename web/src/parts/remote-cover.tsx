import { useState } from 'react'

/** A cover at another service: an empty frame where there is none, or the service no longer has it. */
export function RemoteCover({ src, className }: { src: string | null | undefined; className: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  if (!src || src === failed) return <span className={className} aria-hidden />
  return <img className={className} src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
}
