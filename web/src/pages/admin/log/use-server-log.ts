import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../../../../../src/contract/route.ts'
import type { server } from '../../../../../src/contract/server.ts'
import { api } from '../../../api/client.ts'

type Lines = AnswerOf<typeof server.log>
export type LogLine = Lines['lines'][number]
export type LogLevel = 'info' | 'warn' | 'error'

const pause = 2500
/** Nobody reads more in a browser; the full log goes to the server's configured output. */
const max = 2000

export type ServerLog = { lines: LogLine[] | undefined; error: unknown; retry: () => void }

/** The latest lines, then new ones as long as the page is open. */
export function useServerLog(level: LogLevel, live: boolean): ServerLog {
  const [lines, setLines] = useState<LogLine[]>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const cursor = useRef<string>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another level, or another try, begins anew
  useEffect(() => {
    setLines(undefined)
    setError(undefined)
    cursor.current = undefined
  }, [level, tries])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      try {
        if (document.visibilityState === 'visible') {
          const query = { level, limit: 500, after: cursor.current }
          const answer = await api.get<Lines>('/admin/log', { query, signal: stop.signal })
          cursor.current = answer.cursor
          setLines((before) => [...(before ?? []), ...answer.lines].slice(-max))
        }
        if (live && !stop.signal.aborted) timer = setTimeout(ask, pause)
      } catch (problem) {
        if (!stop.signal.aborted) setError(problem)
      }
    }
    void ask()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [level, live, tries])

  return { lines, error, retry: () => setTries(tries + 1) }
}
