import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCoverUrl } from '../../api/cover-url.ts'
import { Cover } from '../../cover/cover.tsx'
import { dateText, languageName } from '../../messages/format-values.ts'
import { t } from '../../messages/t.ts'
import { applyReleaseAction, type Release } from '../../releases/releases-api.ts'
import type { ReleaseGroup } from './group-releases.ts'
import { releaseRangeText } from './release-range-text.ts'
import css from './releases-page.module.css'

/** A volume or chapter with every source that announced it. */
export function ReleaseLine({ group }: { group: ReleaseGroup }) {
  const [first] = group
  const { seriesId, seriesTitle } = first
  const url = useCoverUrl('series', seriesId, first.createdAt)
  const what = releaseRangeText(first)
  const name = `${seriesTitle} ${what}`.trim()
  const isAlone = group.length === 1
  return (
    <li className={css.line}>
      <Link to="/series/$seriesId" params={{ seriesId }} className={css.cover} tabIndex={-1} aria-hidden>
        <Cover url={url} title={seriesTitle} seed={seriesId} />
      </Link>
      <div className={css.words}>
        <h2 className={css.title}>
          <Link to="/series/$seriesId" params={{ seriesId }}>
            {seriesTitle}
          </Link>
        </h2>
        {what && <span className={`num ${css.what}`}>{what}</span>}
        {isAlone ? <span className={css.facts}>{factsOf(first)}</span> : <Sources group={group} name={name} />}
      </div>
      <div className={css.tools}>
        {isAlone && <OpenButton release={first} name={name} />}
        <StateButtons group={group} name={name} />
      </div>
    </li>
  )
}

function Sources({ group, name }: { group: ReleaseGroup; name: string }) {
  return (
    <ul className={css.sources}>
      {group.map((release) => (
        <li key={release.id} className={css.source}>
          <span className={css.facts}>{factsOf(release)}</span>
          <OpenButton release={release} name={`${name} (${release.sourceName})`} />
        </li>
      ))}
    </ul>
  )
}

function OpenButton({ release, name }: { release: Release; name: string }) {
  return (
    <Button
      component="a"
      size="xs"
      variant="default"
      href={release.payloadUrl}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={t('releases.openName', { name })}
    >
      {t('releases.open')}
    </Button>
  )
}

function StateButtons({ group, name }: { group: ReleaseGroup; name: string }) {
  const ids = group.map(({ id }) => id)
  const { state } = group[0]
  if (state === 'announced') {
    return (
      <>
        <Button
          size="xs"
          variant="subtle"
          aria-label={t('releases.acquiredName', { name })}
          onClick={() => void applyReleaseAction(ids, 'mark-acquired')}
        >
          {t('releases.acquired')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          aria-label={t('releases.dismissName', { name })}
          onClick={() => void applyReleaseAction(ids, 'dismiss')}
        >
          {t('releases.dismiss')}
        </Button>
      </>
    )
  }
  return (
    <>
      <span className={css.facts}>{t(`releases.state.${state}`)}</span>
      {state !== 'ignored' && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={t('releases.resetName', { name })}
          onClick={() => void applyReleaseAction(ids, 'reset')}
        >
          {t('releases.reset')}
        </Button>
      )}
    </>
  )
}

function factsOf({ sourceName, groupOrUploader, language, releasedAt, observedAt }: Release): string {
  const facts = [sourceName, groupOrUploader, language && languageName(language), dateText(releasedAt ?? observedAt)]
  return facts.filter(Boolean).join(' · ')
}
