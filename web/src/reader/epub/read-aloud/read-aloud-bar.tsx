import { Select } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext, IconPlayerTrackPrev, IconX } from '@tabler/icons-react'
import { t } from '../../../messages/t.ts'
import { ReaderBarButton } from '../../reader-bars.tsx'
import { useSteadyUnderPointer } from '../../use-steady-under-pointer.ts'
import css from './read-aloud-bar.module.css'
import type { ReadAloud } from './use-read-aloud.ts'

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const icon = { size: 20, stroke: 1.5 } as const

/** Gives the keys back to the reader: to pause, to turn, to stop. */
const releaseKeys = () => (document.activeElement as HTMLElement | null)?.blur()

type BarProps = { of: ReadAloud; language: string | undefined; isRaised: boolean }

/** Controls for reading aloud: play, pause, and the choice of a voice. */
export function ReadAloudBar({ of, language, isRaised }: BarProps) {
  const { status, voices, choice, play, pause, step, choose, stop } = of
  const [raised, hold] = useSteadyUnderPointer(isRaised)
  // Voices in the book's language come first; some people prefer another one.
  const isNear = ({ lang }: SpeechSynthesisVoice) =>
    language !== undefined && lang.slice(0, 2).toLowerCase() === language.slice(0, 2).toLowerCase()
  const ordered = [...voices.filter(isNear), ...voices.filter((voice) => !isNear(voice))]
  return (
    <section className={css.bar} data-raised={raised || undefined} aria-label={t('speech.title')} {...hold}>
      {voices.length === 0 ? (
        <p className={css.none} role="status">
          {t('speech.noVoices')}
        </p>
      ) : (
        <>
          <ReaderBarButton label={t('speech.previous')} onClick={() => step(-1)}>
            <IconPlayerTrackPrev {...icon} />
          </ReaderBarButton>
          {status === 'playing' ? (
            <ReaderBarButton label={t('speech.pause')} onClick={pause}>
              <IconPlayerPause {...icon} />
            </ReaderBarButton>
          ) : (
            <ReaderBarButton label={t('speech.play')} onClick={() => void play()}>
              <IconPlayerPlay {...icon} />
            </ReaderBarButton>
          )}
          <ReaderBarButton label={t('speech.next')} onClick={() => step(1)}>
            <IconPlayerTrackNext {...icon} />
          </ReaderBarButton>
          <Select
            className={css.rate}
            size="xs"
            aria-label={t('speech.speed')}
            allowDeselect={false}
            value={String(choice.rate)}
            onChange={(rate) => rate && choose({ rate: Number(rate) })}
            onDropdownClose={releaseKeys}
            data={rates.map((rate) => ({ value: String(rate), label: `${rate}×` }))}
          />
          <Select
            className={css.voice}
            size="xs"
            aria-label={t('speech.voice')}
            placeholder={t('speech.defaultVoice')}
            searchable
            clearable={false}
            value={choice.voice ?? null}
            onChange={(voice) => choose({ voice: voice ?? undefined })}
            onDropdownClose={releaseKeys}
            data={ordered
              .filter(({ voiceURI }, at) => ordered.findIndex((each) => each.voiceURI === voiceURI) === at)
              .map(({ voiceURI, name, lang }) => ({ value: voiceURI, label: `${name} (${lang})` }))}
          />
        </>
      )}
      <ReaderBarButton label={t('speech.stop')} onClick={stop}>
        <IconX {...icon} />
      </ReaderBarButton>
    </section>
  )
}
