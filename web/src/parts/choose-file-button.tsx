import { FileButton, type FileButtonProps } from '@mantine/core'
import type { MouseEvent } from 'react'

type Props = Pick<FileButtonProps, 'accept' | 'children'> & { choose: (file: File) => void }

/** Asks for a file, also for the one that was chosen before: browsers report only another choice. */
export function ChooseFileButton({ accept, children, choose }: Props) {
  return (
    <FileButton accept={accept} inputProps={{ onClick: forget }} onChange={(file: File | null) => file && choose(file)}>
      {children}
    </FileButton>
  )
}

function forget(event: MouseEvent<HTMLInputElement>) {
  event.currentTarget.value = ''
}
