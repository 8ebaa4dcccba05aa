import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { apiUrl } from '../../api/urls.ts'
import { t } from '../../messages/t.ts'

const formats = ['markdown', 'json', 'html', 'csv'] as const

type ExportProps = { path: string; label: string; variant?: 'default' | 'subtle'; children: ReactNode }

/** Downloads highlights as a file (the server sends an attachment). */
export function ExportHighlightsMenu({ path, label, variant = 'default', children }: ExportProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant={variant} aria-label={label}>
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} component="a" href={apiUrl(path, { format })} download>
            {t(`notebook.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
