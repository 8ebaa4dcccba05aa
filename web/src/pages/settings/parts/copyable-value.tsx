import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../../../messages/t.ts'
import { tooltipProps } from '../../../parts/tooltip.ts'
import { useCopyText } from '../../../parts/use-copy-text.ts'
import css from './copyable-value.module.css'

/** A value to use elsewhere: its label, the text and a copy button. */
export function CopyableValue({ label, value, secret }: { label: string; value: string; secret?: boolean }) {
  return (
    <div className={css.line}>
      <span className={css.label}>{label}</span>
      <code className={css.value} data-secret={secret || undefined}>
        {value}
      </code>
      <CopyButton label={label} value={value} />
    </div>
  )
}

export function CopyButton({ label, value }: { label: string; value: string }) {
  const { copied, copy } = useCopyText(value)
  return (
    <ActionIcon
      {...tooltipProps(copied ? t('copy.done') : t('copy.copy'))}
      aria-label={copied ? t('copy.done') : t('copy.what', { what: label })}
      onClick={copy}
    >
      {copied ? <IconCheck size={18} stroke={1.7} className={css.done} /> : <IconCopy size={18} stroke={1.5} />}
    </ActionIcon>
  )
}
