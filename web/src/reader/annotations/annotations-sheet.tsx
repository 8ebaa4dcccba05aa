import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Annotation, AnnotationColor } from '../../api/types.ts'
import { timeAgo } from '../../messages/format-times.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { chapterAt } from '../epub/current-chapter.ts'
import type { Locator } from '../epub/locator.ts'
import { indexOfLocator, type Publication } from '../epub/publication.ts'
import { AnnotationText } from './annotation-text.tsx'
import css from './annotations-sheet.module.css'
import { HighlightColorFilter } from './highlight-color-filter.tsx'
import { locatorOfAnnotation } from './locator-range.ts'

type NotesProps = {
  opened: boolean
  close: () => void
  /** Has the chapters of this edition; without it they are named as they were when the passage was marked. */
  publication?: Publication
  annotations: Annotation[]
  goTo: (annotation: Annotation) => void
  remove: (id: string) => void
}

export function AnnotationsSheet({ opened, close, publication, annotations, goTo, remove }: NotesProps) {
  const [search, setSearch] = useState('')
  const [color, setColor] = useState<AnnotationColor>()
  const wanted = search.trim().toLocaleLowerCase()
  const found = annotations.filter(
    (each) => (!color || each.color === color) && (!wanted || textOf(each).toLocaleLowerCase().includes(wanted)),
  )
  return (
    <Sheet opened={opened} close={close} title={t('annotations.panel')} width={420}>
      {annotations.length === 0 ? (
        <p className="quiet">{t('annotations.empty')}</p>
      ) : (
        <div className={css.filters}>
          <TextInput
            type="search"
            aria-label={t('annotations.search')}
            placeholder={t('annotations.search')}
            leftSection={<IconSearch size={18} stroke={1.5} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <HighlightColorFilter color={color} choose={setColor} />
        </div>
      )}
      {annotations.length > 0 && found.length === 0 && <p className="quiet">{t('annotations.noneFound')}</p>}
      {byChapter(publication, found).map(({ title, items }) => (
        <section key={`${title} ${items[0]?.id}`}>
          <h3 className={css.chapter} dir="auto">
            {title || t('annotations.noChapter')}
          </h3>
          <ul className={css.list}>
            {items.map((each) => (
              <li key={each.id} className={css.item}>
                <button
                  type="button"
                  className={css.entry}
                  onClick={() => {
                    close()
                    goTo(each)
                  }}
                >
                  <AnnotationText annotation={each} />
                  <span className={css.when}>{timeAgo(each.createdAt)}</span>
                </button>
                <ActionIcon aria-label={t('annotations.delete')} onClick={() => remove(each.id)}>
                  <IconTrash size={16} stroke={1.5} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Sheet>
  )
}

const textOf = (annotation: Annotation) =>
  `${locatorOfAnnotation(annotation).text?.highlight ?? ''}\n${annotation.note ?? ''}`

/** In reading order; passages outside this edition's chapters are grouped under the title stored with them. */
function byChapter(publication: Publication | undefined, annotations: Annotation[]) {
  const groups: { title: string; items: Annotation[] }[] = []
  for (const each of annotations) {
    const locator = locatorOfAnnotation(each)
    const index = publication ? indexOfLocator(publication, locator) : -1
    const title = (publication && index >= 0 && chapterTitle(publication, index, locator)) || locator.title || ''
    const last = groups.at(-1)
    if (last?.title === title) last.items.push(each)
    else groups.push({ title, items: [each] })
  }
  return groups
}

/** A file may contain many chapters; the passage has the title of the one it was marked in. */
function chapterTitle(publication: Publication, index: number, { title }: Locator): string | undefined {
  const path = publication.order[index]?.path
  const isOfFile = publication.toc.some((item) => item.path === path && item.title === title)
  return isOfFile ? title : chapterAt(publication, index)?.title
}
