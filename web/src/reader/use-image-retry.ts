import { useState } from 'react'
import { delay, fetchWithRateLimitRetry } from '../api/client.ts'

/** A restarting server is back within a minute. */
const maxAttempts = 30
export const msBetweenAttempts = 2500

/** Loads the image of a page again after an error, unless the server says that there will never be one: `isBroken`. */
export function useImageRetry(url: string): { src: string; isBroken: boolean; onError: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const retry = async () => {
    const response = await fetchWithRateLimitRetry(url, { credentials: 'same-origin' }).catch(() => undefined)
    if (response && isFinal(response.status)) return setBroken(true)
    if (!response?.ok) await delay(msBetweenAttempts)
    setAttempt((before) => before + 1)
  }
  const onError = () => {
    if (attempt < maxAttempts) void retry()
  }
  return { src: attempt ? `${url}#${attempt}` : url, isBroken, onError }
}

/** Damaged or missing: a retry wouldn't help. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 401 && status !== 429
