import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { listsContainingItemQuery } from '../../api/item-queries.ts'
import { usePermission } from '../../api/session.ts'
import type { Book, BookMetadata, FacetKind } from '../../api/types.ts'
import { DetailsList } from '../../item/details-list.tsx'
import { FacetLink } from '../../item/facet-link.tsx'
import { FilePasswordFact } from '../../item/file-password-fact.tsx'
import { useFirstNames } from '../../item/first-names.tsx'
import { TagLinks } from '../../item/tag-links.tsx'
import { bytesText } from '../../messages/format-bytes.ts'
import { dateText, joinList, listSeparator } from '../../messages/format-values.ts'
import { t } from '../../messages/t.ts'

type Props = { book: Book; metadata: BookMetadata | null; hasFilePassword: boolean }

/** What is known of a book's story and of its file, below its pages. */
export default function BookDetails({ book, metadata, hasFilePassword }: Props) {
  return (
    <>
      {metadata && <StoryFacts metadata={metadata} />}
      <FileFacts book={book} metadata={metadata} hasFilePassword={hasFilePassword} />
    </>
  )
}

/** What the story contains, as far as the file's metadata has it. */
function StoryFacts({ metadata }: { metadata: BookMetadata }) {
  const arcs = metadata.storyArcs ?? []
  return (
    <DetailsList
      title={t('book.facts')}
      details={[
        arcs.length > 0 && {
          name: t('book.storyArcs'),
          value: arcs.map(({ name, number }, index) => (
            <Fragment key={name}>
              {index > 0 && listSeparator()}
              <FacetLink kind="story_arc" name={name} />
              {number && <span className="quiet"> {t('book.number', { number })}</span>}
            </Fragment>
          )),
        },
        metadata.characters?.length && {
          name: t('book.characters'),
          value: <FacetLinks kind="character" names={metadata.characters} />,
        },
        metadata.teams?.length && { name: t('book.teams'), value: <FacetLinks kind="team" names={metadata.teams} /> },
        metadata.locations?.length && {
          name: t('book.locations'),
          value: <FacetLinks kind="location" names={metadata.locations} />,
        },
        metadata.imprint && { name: t('series.imprint'), value: <FacetLink kind="imprint" name={metadata.imprint} /> },
      ]}
    />
  )
}

function FacetLinks({ kind, names }: { kind: FacetKind; names: string[] }) {
  const { shown, button } = useFirstNames([...new Set(names)], 24)
  return (
    <>
      {shown.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && listSeparator()}
          <FacetLink kind={kind} name={name} />
        </Fragment>
      ))}
      {button && <> {button}</>}
    </>
  )
}

function FileFacts({ book, metadata, hasFilePassword }: Props) {
  const { data: lists = [] } = useQuery(listsContainingItemQuery('books', book.id))
  // Paths on the server are only for users who manage the files.
  const mayEdit = usePermission('BooksWrite')
  return (
    <DetailsList
      title={t('book.file')}
      details={[
        { name: t('book.format'), value: book.fileFormat.toUpperCase() },
        { name: t('book.size'), value: bytesText(book.fileSize) },
        hasFilePassword && mayEdit && { name: t('unlock.fact'), value: <FilePasswordFact bookId={book.id} /> },
        { name: t('series.added'), value: dateText(book.createdAt) },
        metadata?.isbns?.length && { name: t('book.isbn'), value: joinList(metadata.isbns) },
        metadata?.tags?.length && { name: t('series.tags'), value: <TagLinks group="tag" names={metadata.tags} /> },
        lists.length > 0 && {
          name: t('nav.readLists'),
          value: lists.map((list, index) => (
            <Fragment key={list.id}>
              {index > 0 && ' · '}
              <Link to="/read-lists/$readListId" params={{ readListId: list.id }}>
                {list.name}
              </Link>
            </Fragment>
          )),
        },
        mayEdit
          ? { name: t('book.path'), value: book.filePath }
          : { name: t('book.fileName'), value: book.filePath.split(/[\\/]/).at(-1) },
      ]}
    />
  )
}
