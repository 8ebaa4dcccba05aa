import { Button, Modal, NumberInput, Progress } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../messages/t.ts'
import { printablePdfPageUrl } from './pdf-document-info.ts'
import css from './print-dialog.module.css'

type PrintProps = { opened: boolean; close: () => void; bookId: string; page: number; total: number }

/** Every page is an image in memory until it is printed. */
const maxPages = 200

/** Prints page images from the server: the browser's own print would only get the pages on screen. */
export function PrintDialog({ opened, close, bookId, page, total }: PrintProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('pdf.print')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {opened && <PrintForm close={close} bookId={bookId} page={page} total={total} />}
    </Modal>
  )
}

function PrintForm({ close, bookId, page, total }: Omit<PrintProps, 'opened'>) {
  const [first, setFirst] = useState<number | string>(page)
  const [last, setLast] = useState<number | string>(page)
  const [done, setDone] = useState<number>()
  const count = Number(last) - Number(first) + 1
  const isGood = Number(first) >= 1 && Number(last) <= total && count >= 1 && count <= maxPages
  const print = async () => {
    setDone(0)
    const numbers = Array.from({ length: count }, (_, index) => Number(first) + index)
    const urls = numbers.map((number) => printablePdfPageUrl(bookId, number))
    await printPictures(urls, setDone)
    close()
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void print()
      }}
    >
      <div className={css.range}>
        <NumberInput label={t('pdf.printFrom')} min={1} max={total} value={first} onChange={setFirst} />
        <NumberInput label={t('pdf.printTo')} min={1} max={total} value={last} onChange={setLast} />
      </div>
      <p className={css.hint}>{t('pdf.printHint', { count: maxPages })}</p>
      {done !== undefined && <Progress value={(done / count) * 100} aria-label={t('pdf.print')} />}
      <Button type="submit" disabled={!isGood || done !== undefined}>
        {t('pdf.print')}
      </Button>
    </form>
  )
}

async function printPictures(urls: string[], progress: (done: number) => void) {
  const sheets = document.createElement('div')
  sheets.className = css.sheets as string
  let done = 0
  const queue = [...urls.entries()]
  const images = urls.map(() => new Image())
  sheets.append(...images)
  document.body.append(sheets)
  try {
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const image = images[next[0]] as HTMLImageElement
        image.src = next[1]
        await image.decode().catch(() => undefined)
        image.toggleAttribute('data-wide', image.naturalWidth > image.naturalHeight)
        progress(++done)
      }
    }
    await Promise.all([work(), work(), work()])
  } catch (error) {
    sheets.remove()
    throw error
  }
  // Phones show the dialog, and read the images, only after `print` has returned.
  addEventListener('afterprint', () => sheets.remove(), { once: true })
  print()
}
