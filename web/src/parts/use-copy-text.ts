import { useEffect, useState } from 'react'
import { showMessage } from '../api/show-message.ts'
import { t } from '../messages/t.ts'
import { copyText } from './copy-text.ts'

const rest = 2500

/** Copies a text; `copied` is true for a moment afterwards. */
export function useCopyText(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), rest)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(text)) setCopied(true)
    else showMessage(t('copy.failed'))
  }
  return { copied, copy: () => void copy() }
}
