import { IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import { ReaderBarButton } from './reader-bars.tsx'
import type { AdjacentBookNavigation } from './use-adjacent-books.ts'

/** Buttons for the previous and next book at the ends of the line; right-to-left books swap sides. */
export function AdjacentBookButtons({
  of,
  rtl,
  children,
}: {
  of: AdjacentBookNavigation
  rtl: boolean
  children: ReactNode
}) {
  const words = of.search.list
    ? ([t('reader.previousInList'), t('reader.nextInList')] as const)
    : ([t('reader.previousBook'), t('reader.nextBook')] as const)
  const [Back, Forward] = rtl
    ? ([IconPlayerSkipForward, IconPlayerSkipBack] as const)
    : ([IconPlayerSkipBack, IconPlayerSkipForward] as const)
  const tools = [
    <ReaderBarButton key="prev" label={words[0]} disabled={!of.prev} onClick={() => of.open(of.prev)}>
      <Back size={20} stroke={1.5} />
    </ReaderBarButton>,
    <ReaderBarButton key="next" label={words[1]} disabled={!of.next} onClick={() => of.open(of.next)}>
      <Forward size={20} stroke={1.5} />
    </ReaderBarButton>,
  ]
  if (!of.prev && !of.next) return children
  return (
    <>
      {rtl ? tools[1] : tools[0]}
      {children}
      {rtl ? tools[0] : tools[1]}
    </>
  )
}
