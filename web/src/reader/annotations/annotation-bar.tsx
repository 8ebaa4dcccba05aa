import { Button, Textarea } from '@mantine/core'
import { IconCopy, IconNote, IconTrash, IconUnderline } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { showMessage } from '../../api/show-message.ts'
import { t } from '../../messages/t.ts'
import { isEventInsideElement } from '../../parts/card-list-keyboard.ts'
import { copyText } from '../../parts/copy-text.ts'
import { useConfirmDiscard } from '../../parts/use-confirm-discard.tsx'
import css from './annotation-bar.module.css'
import { textOfRange } from './chapter-text.ts'
import { highlightColorLabels, highlightColors, highlightShadesFor } from './highlight-colors.ts'
import type { AnnotationEdits } from './make-annotation.ts'
import { PassageActions } from './passage-actions.tsx'
import type { SelectedPassage } from './passage-keys.ts'
import { popoverPosition } from './popover-position.ts'

type BarProps = {
  /** The annotation layer with the selected passage. */
  of: {
    passage: SelectedPassage | undefined
    change: (edits: AnnotationEdits) => void
    discard: () => void
    edit: () => void
    dismiss: () => void
  }
  isDark: boolean
  bar: RefObject<HTMLDivElement | null>
  /** The work that a quote is from. */
  source: string
  search: (text: string) => void
}

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

/** The toolbar for a passage, placed beside it and always within the window. */
export function AnnotationBar({ of, ...props }: BarProps) {
  return of.passage && <OpenBar {...props} {...of} passage={of.passage} />
}

type OpenProps = Omit<BarProps, 'of'> & BarProps['of'] & { passage: SelectedPassage }

function OpenBar({ passage, isDark, bar, change, discard, edit, dismiss, source, search }: OpenProps) {
  const { annotation, editing, range } = passage
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const put = () => bar.current && setPlace(popoverPosition(passage.range, bar.current))
    put()
    addEventListener('resize', put)
    return () => removeEventListener('resize', put)
  }, [passage, bar])
  const shades = highlightShadesFor(isDark)
  const copy = async () => {
    if (!(await copyText(passage.text ?? textOfRange(range)))) return showMessage(t('copy.failed'))
    showMessage(t('annotations.copied'))
    dismiss()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={bar} role="group" aria-label={t('annotations.bar')} className={css.bar} style={place ?? { opacity: 0 }}>
      {editing ? (
        <NoteEditor note={annotation?.note ?? ''} save={(note) => change({ note })} cancel={dismiss} />
      ) : (
        <>
          <div className={css.tools}>
            {highlightColors.map((color) => (
              <BarButton
                key={color}
                label={t(highlightColorLabels[color])}
                pressed={annotation && annotation.color === color}
                onClick={() => change({ color })}
              >
                <span
                  className={css.swatch}
                  style={{ '--swatch': shades[color].fill, '--edge': shades[color].line } as CSSProperties}
                />
              </BarButton>
            ))}
            <BarButton
              label={t('annotations.underline')}
              pressed={annotation && annotation.style === 'underline'}
              onClick={() => change({ style: annotation?.style === 'underline' ? 'highlight' : 'underline' })}
            >
              <IconUnderline {...icon} />
            </BarButton>
            <BarButton label={annotation?.note ? t('annotations.editNote') : t('annotations.addNote')} onClick={edit}>
              <IconNote {...icon} />
            </BarButton>
            <BarButton label={t('annotations.copy')} onClick={() => void copy()}>
              <IconCopy {...icon} />
            </BarButton>
            {annotation && (
              <BarButton label={t('annotations.delete')} onClick={discard}>
                <IconTrash {...icon} />
              </BarButton>
            )}
          </div>
          <PassageActions {...passage} source={source} search={search} />
          {annotation?.note && (
            <p className={css.note} dir="auto">
              {annotation.note}
            </p>
          )}
        </>
      )}
    </div>
  )
}

type ButtonProps = { label: string; pressed?: boolean; onClick: () => void; children: ReactNode }

function BarButton({ label, pressed, onClick, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      // Pressing it must not clear the text selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function NoteEditor({ note, save, cancel }: { note: string; save: (note: string | null) => void; cancel: () => void }) {
  const [text, setText] = useState(note)
  const { tryClose, question } = useConfirmDiscard(text.trim() !== note.trim(), cancel)
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  useEffect(() => field?.focus({ preventScroll: true }), [field])
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault()
        save(text.trim() || null)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isEventInsideElement(event)) tryClose()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(text.trim() || null)
      }}
    >
      <Textarea
        ref={setField}
        aria-label={t('annotations.note')}
        placeholder={t('annotations.notePlaceholder')}
        classNames={{ input: css.field }}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={20_000}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button size="xs" variant="subtle" color="gray" className={css.cancel} onClick={cancel}>
          {t('common.cancel')}
        </Button>
        <Button size="xs" type="submit">
          {t('common.save')}
        </Button>
      </div>
      {question}
    </form>
  )
}
