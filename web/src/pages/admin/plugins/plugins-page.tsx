import { Badge, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { errorReplacesContent, notFoundProblem } from '../../../api/problem.ts'
import { showProblem } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { ServerSentence } from '../../../messages/translate-sentence.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { SubmitButton } from '../../../parts/submit-button.tsx'
import { SettingsHeader, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { PluginDetails } from './plugin-details.tsx'
import { PluginHealthBadge } from './plugin-health-badge.tsx'
import { PluginText } from './plugin-text.tsx'
import {
  type CataloguePlugin,
  type Plugin,
  type PluginStatus,
  pluginCatalogueQuery,
  pluginsQuery,
  refreshPlugins,
} from './plugins-api.ts'
import css from './plugins-page.module.css'

/** The installed plugins and their health, the recommended ones, and a way to install any other. */
export default function PluginsPage({ rest }: { rest: string }) {
  const { data: plugins, error, refetch } = useQuery(pluginsQuery)
  if (errorReplacesContent({ data: plugins, error })) return <ErrorState error={error} retry={refetch} />
  if (!plugins) return null
  if (rest === '') return <Plugins plugins={plugins} />
  const plugin = plugins.find(({ id }) => id === rest)
  return plugin ? <PluginDetails plugin={plugin} key={plugin.id} /> : <ErrorState error={notFoundProblem} />
}

function Plugins({ plugins }: { plugins: Plugin[] }) {
  const { data: known = [] } = useQuery(pluginCatalogueQuery)
  const install = useInstall()
  return (
    <>
      <SettingsHeader title={t('plugins.title')} lead={t('plugins.lead')} />
      {plugins.length === 0 && <EmptyState title={t('plugins.empty')} text={t('plugins.emptyText')} />}
      <ul className={css.list}>
        {plugins.map((plugin) => (
          <li key={plugin.id} className={css.row}>
            <div className={css.words}>
              <h2 className={css.name}>
                <Link to="/admin/$" params={{ _splat: `plugins/${plugin.id}` }}>
                  {plugin.displayName}
                </Link>
              </h2>
              {plugin.description && (
                <p className={css.text}>
                  <PluginText text={plugin.description} />
                </p>
              )}
              {plugin.enabled && plugin.disabledReason && (
                <p className={css.text}>
                  <ServerSentence text={plugin.disabledReason} />
                </p>
              )}
            </div>
            {plugin.version && <span className="num">{plugin.version}</span>}
            <PluginHealthBadge plugin={plugin} />
          </li>
        ))}
      </ul>
      <SettingsSection title={t('plugins.known')} text={t('plugins.knownText')}>
        <ul className={css.cards}>
          {known.map((one) => (
            <Known key={one.package} known={one} busy={install.busy} install={install.run} />
          ))}
        </ul>
      </SettingsSection>
      <SettingsSection help="plugins.html#install-one" title={t('plugins.install')} text={t('plugins.packageText')}>
        <InstallForm busy={install.busy !== undefined} install={install.run} />
      </SettingsSection>
    </>
  )
}

function useInstall() {
  const [busy, setBusy] = useState<string>()
  const navigate = useNavigate()
  const run = async (what: string) => {
    setBusy(what)
    try {
      const body = what.startsWith('/') ? { path: what } : { package: what }
      const { plugin } = await api.post<PluginStatus>('/admin/plugins/install', { body })
      await refreshPlugins()
      void navigate({ to: '/admin/$', params: { _splat: `plugins/${plugin.id}` } })
    } catch (error) {
      showProblem(error)
    }
    setBusy(undefined)
  }
  return { busy, run }
}

type InstallProps = { known: CataloguePlugin; busy: string | undefined; install: (what: string) => Promise<void> }

function Known({ known, busy, install }: InstallProps) {
  const what = `${known.package}@${known.version}`
  return (
    <li className={css.card}>
      <h3 className={css.name}>{known.displayName}</h3>
      <p className={css.text}>{t(`plugins.needs.${known.needs}`)}</p>
      <div className={css.foot}>
        <Badge variant="light">{t(`plugins.kind.${known.kind}`)}</Badge>
        {known.installed.length > 0 ? (
          <span className={css.text}>{t('plugins.installed')}</span>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={busy === what}
            disabled={busy !== undefined}
            aria-label={t('plugins.addName', { name: known.displayName })}
            onClick={() => void install(what)}
          >
            {t('plugins.add')}
          </Button>
        )}
      </div>
    </li>
  )
}

function InstallForm({ busy, install }: { busy: boolean; install: (what: string) => Promise<void> }) {
  const [what, setWhat] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (what.trim()) void install(what.trim())
  }
  return (
    <form className={css.install} onSubmit={submit}>
      <TextInput
        label={t('plugins.package')}
        placeholder="@scope/name@1.2.3"
        maxLength={1000}
        value={what}
        onChange={(event) => setWhat(event.currentTarget.value)}
      />
      <SubmitButton inline busy={busy} missing={[!what.trim() && t('plugins.package')]}>
        {t('plugins.add')}
      </SubmitButton>
    </form>
  )
}
