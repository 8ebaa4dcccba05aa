import { useState } from 'react'

/** A cover from another service; an empty frame if there is none or it no longer exists. */
export function RemoteCover({ src, className }: { src: string | null | undefined; className: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  if (!src || src === failed) return <span className={className} aria-hidden />
  return <img className={className} src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
}
