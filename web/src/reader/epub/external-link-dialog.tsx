import { Button, Modal } from '@mantine/core'
import { decodePercent } from '../../../../src/formats/epub/href.ts'
import { t } from '../../messages/t.ts'

/** A link out of the book is followed only after confirmation: to a website, or to somebody to write to or call. */
export function ExternalLinkDialog({ to, stay }: { to: URL | undefined; stay: () => void }) {
  const isPage = /^https?:/.test(to?.protocol ?? '')
  return (
    <Modal
      opened={to !== undefined}
      onClose={stay}
      title={t('epub.openLink')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p>{isPage ? t('epub.openLinkText', { address: to?.href ?? '' }) : <bdi>{nameOf(to)}</bdi>}</p>
      <Button
        component="a"
        href={to?.href}
        target={isPage ? '_blank' : undefined}
        rel="noreferrer noopener"
        onClick={stay}
      >
        {t('common.open')}
      </Button>
    </Modal>
  )
}

/** The address of a mail or the number of a call, without what else the link says. */
const nameOf = (to: URL | undefined) => to && decodePercent(to.pathname)
