import { Button, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { percentText } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ChooseFileButton } from '../../../parts/choose-file-button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import css from './imports.module.css'
import { type Import, uploadImport } from './imports-api.ts'

interface Upload {
  name: string
  sent: number
}

/** Uploads a database or zip: gigabytes may take an hour, so it says how far it is, and can be stopped. */
export function UploadImport({ open }: { open: (source: Import) => void }) {
  const [current, setCurrent] = useState<Upload>()
  const stopping = useRef(new AbortController())
  const isUploading = useRef(false)
  const upload = useMutation({
    mutationFn: (file: File) => {
      stopping.current = new AbortController()
      const onProgress = (sent: number) => setCurrent({ name: file.name, sent })
      onProgress(0)
      isUploading.current = true
      return uploadImport(file, { signal: stopping.current.signal, onProgress })
    },
    meta: { showsError: true },
    onSettled: (source) => {
      isUploading.current = false
      setCurrent(undefined)
      if (source) open(source)
    },
  })
  const leaving = useBlocker({
    shouldBlockFn: () => isUploading.current,
    enableBeforeUnload: () => isUploading.current,
    withResolver: true,
  })
  const stop = () => stopping.current.abort()
  const failure = upload.isError && !stopping.current.signal.aborted ? upload.error : undefined
  return (
    <>
      <ChooseFileButton choose={(file) => upload.mutate(file)} accept=".sqlite,.sqlite3,.db,.zip,.gz,.jsonl">
        {(props) => (
          <Button
            {...props}
            variant="default"
            disabled={upload.isPending}
            leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
          >
            {t('imports.upload')}
          </Button>
        )}
      </ChooseFileButton>
      {/* In the page: without a connection, which an upload may lose, no message might appear. */}
      {failure !== undefined && (
        <p role="alert" className={css.fault}>
          {isProblem(failure) ? failure.message : t('error.offline.text')}
        </p>
      )}
      {current && (
        <section className={css.upload} aria-label={t('imports.uploading', { name: current.name })}>
          <p className={css.uploadText}>
            {t('imports.uploading', { name: current.name })} <span>{percentText(current.sent)}</span>
          </p>
          <Progress value={current.sent * 100} aria-label={t('imports.uploading', { name: current.name })} />
          <Button variant="default" onClick={stop}>
            {t('imports.uploadStop')}
          </Button>
        </section>
      )}
      {current && leaving.status === 'blocked' && (
        <ConfirmDialog
          title={t('imports.uploadLeave')}
          text={t('imports.uploadLeaveText', { name: current.name })}
          label={t('imports.uploadStop')}
          act={async () => {
            stop()
            leaving.proceed()
          }}
          close={leaving.reset}
        />
      )}
    </>
  )
}
