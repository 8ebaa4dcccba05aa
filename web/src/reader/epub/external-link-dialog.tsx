import { Button, Modal } from '@mantine/core'
import { t } from '../../messages/t.ts'

/** A link out of the book is followed only after confirmation. */
export function ExternalLinkDialog({ to, stay }: { to: URL | undefined; stay: () => void }) {
  return (
    <Modal
      opened={to !== undefined}
      onClose={stay}
      title={t('epub.openLink')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p>{t('epub.openLinkText', { address: to?.href ?? '' })}</p>
      <Button component="a" href={to?.href} target="_blank" rel="noreferrer noopener" onClick={stay}>
        {t('common.open')}
      </Button>
    </Modal>
  )
}
