import { Modal } from '@mantine/core'
import { type PlainKey, t } from '../messages/t.ts'
import css from './keyboard-help-dialog.module.css'

type HelpProps = { opened: boolean; close: () => void; keys: { keys: string[]; message: PlainKey }[] }

export function KeyboardHelpDialog({ opened, close, keys }: HelpProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('reader.help')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <dl className={css.list}>
        {keys.map((each) => (
          <div key={each.message} className={css.row}>
            <dt>
              {each.keys.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(each.message)}</dd>
          </div>
        ))}
      </dl>
      <p className={css.touch}>{t('help.touch')}</p>
    </Modal>
  )
}
