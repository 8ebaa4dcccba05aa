import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { usePermission } from '../../../api/session.ts'
import { showMessage } from '../../../api/show-message.ts'
import type { Font } from '../../../api/types.ts'
import { bytesText } from '../../../messages/format-bytes.ts'
import { t } from '../../../messages/t.ts'
import { ChooseFileButton } from '../../../parts/choose-file-button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { fontFaceCssRules, uploadedFontsQuery, uploadFont } from '../../../reader/epub/settings/uploaded-fonts.ts'
import { SettingsHeader, SettingsSection } from '../parts/settings-section.tsx'
import css from './fonts-page.module.css'

/** Fonts for reading ebooks: the user's own, and those of the server. */
export default function FontsPage() {
  const { data: fonts, error, refetch } = useQuery(uploadedFontsQuery)
  const mayServe = usePermission('SystemAdmin')
  if (errorReplacesContent({ data: fonts, error })) return <ErrorState error={error} retry={refetch} />
  const faces = [...new Set(fonts?.map(({ family }) => family))].map((family) => fontFaceCssRules(fonts ?? [], family))
  return (
    <>
      <style>{faces.join('\n')}</style>
      <SettingsHeader title={t('fonts.title')} lead={t('fonts.lead')} />
      <Fonts scope="user" fonts={fonts} mayChange />
      <Fonts scope="server" fonts={fonts} mayChange={mayServe} />
    </>
  )
}

type FontsProps = { scope: Font['scope']; fonts: Font[] | undefined; mayChange: boolean }

function Fonts({ scope, fonts, mayChange }: FontsProps) {
  const [deleting, setDeleting] = useState<Font>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: uploadedFontsQuery.queryKey })
  const upload = useMutation({
    mutationFn: (file: File) => uploadFont(file, scope),
    onSuccess: async ({ family }) => {
      await refresh()
      showMessage(t('epub.fontAdded', { family }))
    },
  })
  const shown = fonts?.filter((font) => font.scope === scope)
  return (
    <SettingsSection
      title={t(scope === 'user' ? 'fonts.yours' : 'fonts.server')}
      text={shown?.length === 0 ? t('fonts.none') : undefined}
    >
      <ul className={css.fonts}>
        {shown?.map((font) => (
          <li key={font.id} className={css.font}>
            <div className={css.words}>
              <span className={css.sample} style={{ fontFamily: `"${font.family.replace(/["\\]/g, '')}"` }}>
                {font.family}
              </span>
              <span className={`num ${css.facts}`}>
                <span>{font.isVariable ? t('fonts.variable') : font.weight}</span>
                {font.isItalic && <span>{t('fonts.italic')}</span>}
                <span>{font.format.toUpperCase()}</span>
                <span>{bytesText(font.size)}</span>
              </span>
            </div>
            {mayChange && (
              <Button
                variant="default"
                size="xs"
                aria-label={t('fonts.deleteTitle', { family: font.family })}
                onClick={() => setDeleting(font)}
              >
                {t('common.delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <ChooseFileButton accept=".ttf,.otf,.woff2" choose={(file) => upload.mutate(file)}>
          {(props) => (
            <Button variant="default" loading={upload.isPending} {...props}>
              {t('epub.addFont')}
            </Button>
          )}
        </ChooseFileButton>
      )}
      {deleting && (
        <ConfirmDialog
          title={t('fonts.deleteTitle', { family: deleting.family })}
          text={t('fonts.deleteText')}
          label={t('common.delete')}
          act={async () => {
            await api.delete(`${scope === 'server' ? '/server/fonts' : '/fonts'}/${deleting.id}`)
            await refresh()
          }}
          close={() => setDeleting(undefined)}
        />
      )}
    </SettingsSection>
  )
}
