import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { maxRuleListMembers } from '../../../../src/contract/rule-list-limit.ts'
import { readListBooksQuery, readListQuery, removeFromList, reorderReadList } from '../../api/curated-lists.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import { queryClient } from '../../api/query-client.ts'
import { useIsActionAllowed } from '../../api/session.ts'
import { showProblem } from '../../api/show-message.ts'
import type { Book } from '../../api/types.ts'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { BookListRow } from '../../browse/list-row.tsx'
import { findBookToContinue } from '../../cover/book-to-continue.ts'
import { t } from '../../messages/t.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { moveFocusInRows, useListFocus } from '../../parts/card-list-keyboard.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { inlineDirectionSign } from '../../parts/inline-direction-sign.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { ListMenu } from './list-menu.tsx'
import { useCanEditList } from './list-permissions.ts'
import css from './lists-grid.module.css'

const route = getRouteApi('/signed-in/framed/read-lists/$readListId')

/** Books in reading order, with one button to continue. */
export function ReadListPage() {
  const { readListId } = route.useParams()
  const navigate = route.useNavigate()
  const list = useQuery(readListQuery(readListId))
  const books = useQuery(readListBooksQuery(readListId))
  const mayEdit = useCanEditList('readlists', list.data)
  const mayRead = useIsActionAllowed('page_streaming')
  const mayArrange = mayEdit && list.data?.condition === null
  const [hand, setHand] = useState<{ from: number; to: number }>()
  useDocumentTitle(list.data?.name)
  if (errorReplacesContent(list)) return <ErrorState error={list.error} retry={list.refetch} />
  if (!list.data) return null

  const next = findBookToContinue(books.data ?? [])
  const move = async (from: number, to: number) => {
    const order = moveItem(books.data ?? [], from, to)
    queryClient.setQueryData(readListBooksQuery(readListId).queryKey, order)
    await reorderReadList(
      readListId,
      order.map((book) => book.id),
    ).catch(showProblem)
  }
  /** Drag and drop with the mouse; the arrow buttons beside each row do the same for everybody. */
  const carry = (index: number) => ({
    draggable: true,
    'data-carried': hand?.from === index || undefined,
    'data-gap': hand?.to === index && hand.from !== index ? (hand.from < index ? 'after' : 'before') : undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setHand({ from: index, to: index })
    },
    onDragOver: (event: DragEvent) => {
      if (!hand) return
      event.preventDefault()
      if (hand.to !== index) setHand({ ...hand, to: index })
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (hand && hand.from !== hand.to) void move(hand.from, hand.to)
    },
    onDragEnd: () => setHand(undefined),
  })
  return (
    <>
      <header className={css.head}>
        <PageTitle detail={t('count.books', { count: list.data.bookCount })}>{list.data.name}</PageTitle>
        <div className={css.acts}>
          {next && mayRead && (
            <LinkButton to="/read/$bookId" params={{ bookId: next.book.id }} search={{ list: readListId }}>
              {next.verb === 'continue' ? t('action.continue') : t('action.read')}
            </LinkButton>
          )}
          {mayEdit && <ListMenu kind="readlists" list={list.data} gone={() => void navigate({ to: '/read-lists' })} />}
        </div>
      </header>
      {list.data.condition !== null && (
        <p className={css.summary}>
          {list.data.bookCount < maxRuleListMembers
            ? t('lists.rule')
            : t('lists.ruleFull', { count: maxRuleListMembers })}
        </p>
      )}
      {list.data.summary && (
        <p className={css.summary} dir="auto">
          {list.data.summary}
        </p>
      )}
      {books.data?.length === 0 && (
        <EmptyState
          title={t('readLists.emptyOne')}
          text={list.data.condition === null ? t('readLists.emptyOneText') : t('lists.ruleEmpty')}
        >
          <BrowseAllBooksButton />
        </EmptyState>
      )}
      <Rows>
        {books.data?.map((book, index) => (
          <li key={book.id} {...(mayArrange && carry(index))}>
            <span className={`num ${css.place}`}>{index + 1}</span>
            <BookListRow book={book} menu={<ItemMenuButton kind="books" item={book} />} />
            {mayArrange && (
              <Moves
                book={book}
                first={index === 0}
                last={index === books.data.length - 1}
                move={(by) => move(index, index + by)}
                remove={() => removeFromList('readlists', readListId, book.id).catch(showProblem)}
              />
            )}
          </li>
        ))}
      </Rows>
    </>
  )
}

/** A single tab stop; arrow keys move between rows, and between a row's controls. */
function Rows({ children }: { children: ReactNode }) {
  const rows = useRef<HTMLOListElement>(null)
  const listFocus = useListFocus(rows)
  return (
    <ol
      className={css.rows}
      ref={rows}
      onKeyDown={(event) => moveFocusInRows(event, inlineDirectionSign(event.currentTarget))}
      {...listFocus}
    >
      {children}
    </ol>
  )
}

type MovesProps = { book: Book; first: boolean; last: boolean; move: (by: 1 | -1) => void; remove: () => void }

function Moves({ book, first, last, move, remove }: MovesProps) {
  const { title } = book
  return (
    <span className={css.moves}>
      <ActionIcon aria-label={t('readLists.moveUp', { title })} disabled={first} onClick={() => move(-1)}>
        <IconArrowUp size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon aria-label={t('readLists.moveDown', { title })} disabled={last} onClick={() => move(1)}>
        <IconArrowDown size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon aria-label={`${t('common.remove')}: ${title}`} onClick={remove}>
        <IconX size={16} stroke={1.5} />
      </ActionIcon>
    </span>
  )
}

/** Returns a copy of the list with one item moved. */
function moveItem<T>(list: T[], from: number, to: number): T[] {
  const copy = [...list]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}
