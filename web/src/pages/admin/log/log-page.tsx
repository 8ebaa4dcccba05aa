import { SegmentedControl, Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { timeOfDay } from '../../../messages/format-times.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { LibraryOrItemLink } from '../../../parts/library-or-item-link.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import css from './log-page.module.css'
import { type LogLevel, type LogLine, useServerLog } from './use-server-log.ts'

const levels: LogLevel[] = ['info', 'warn', 'error']

/** The server's log; newest first, because that is usually what is wanted. */
export default function LogPage() {
  const [level, setLevel] = useState<LogLevel>('info')
  const [live, setLive] = useState(true)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const { lines, error, retry } = useServerLog(level, live)
  if (error) return <ErrorState error={error} retry={retry} />
  const found = (lines ?? []).filter((line) => !wanted || wordsOf(line).includes(wanted)).reverse()
  return (
    <>
      <SettingsHeader title={t('log.title')} lead={t('log.lead')} />
      <div className={css.bar}>
        <SegmentedControl
          aria-label={t('log.level')}
          value={level}
          onChange={(next) => setLevel(next as LogLevel)}
          data={levels.map((value) => ({ value, label: t(`log.level.${value}`) }))}
        />
        <TextInput
          className={css.find}
          aria-label={t('log.find')}
          placeholder={t('log.find')}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Switch label={t('log.live')} checked={live} onChange={(event) => setLive(event.currentTarget.checked)} />
      </div>
      <ol className={css.lines} aria-label={t('log.title')}>
        {found.map((line) => (
          <Line key={`${line.time} ${line.message} ${JSON.stringify(line.details)}`} line={line} />
        ))}
      </ol>
      {lines && found.length === 0 && <p className={css.none}>{wanted ? t('log.noMatch') : t('log.none')}</p>}
    </>
  )
}

function Line({ line: { time, level, message, details, about } }: { line: LogLine }) {
  const rest = Object.keys(details).length > 0
  const head = (
    <>
      <time className={`num ${css.time}`} dateTime={time}>
        {timeOfDay(time)}
      </time>
      <span className={css.level} data-level={level}>
        {t(`log.name.${level}`)}
      </span>
      <span className={css.message} dir="auto">
        {message}
      </span>
    </>
  )
  return (
    <li className={css.line}>
      {rest ? (
        <details>
          <summary className={css.head}>{head}</summary>
          <pre className={css.details} dir="ltr">
            {describe(details)}
          </pre>
        </details>
      ) : (
        <div className={css.head}>{head}</div>
      )}
      {about.length > 0 && (
        <p className={css.about}>
          {about.map((each) => (
            <LibraryOrItemLink key={each.id} {...each} />
          ))}
        </p>
      )}
    </li>
  )
}

function wordsOf({ message, details, about }: LogLine): string {
  const titles = about.map(({ title }) => title).join(' ')
  return `${message} ${titles} ${JSON.stringify(details)}`.toLowerCase()
}

/** Formats details as text; a stack trace keeps its line breaks. */
function describe(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => {
      const stack = (value as { stack?: unknown } | null)?.stack
      return `${name}: ${typeof stack === 'string' ? stack : typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`
    })
    .join('\n')
}
