/** Plugins that are known to work, for the page where administrators choose one. Versions are the tested ones. */
export const recommendedPlugins = [
  known('metadata-openlibrary', 'Open Library', 'metadata', ['book'], 'nothing'),
  known('metadata-mangabaka', 'MangaBaka', 'metadata', ['series'], 'api_key'),
  known('release-mangaupdates', 'MangaUpdates releases', 'releases', ['series'], 'nothing'),
  known('release-nyaa', 'Nyaa releases', 'releases', ['series'], 'nothing'),
  known('release-tsundoku', 'Tsundoku releases', 'releases', ['series'], 'server'),
  known('sync-anilist', 'AniList sync', 'sync', ['series'], 'account'),
  known('recommendations-anilist', 'AniList recommendations', 'recommendations', ['series'], 'account'),
  known('recommendations-mangabaka', 'MangaBaka recommendations', 'recommendations', ['series'], 'nothing'),
]

type Kind = 'metadata' | 'releases' | 'sync' | 'recommendations'
type Needs = 'nothing' | 'api_key' | 'account' | 'server'

function known(name: string, displayName: string, kind: Kind, targets: string[], needs: Needs) {
  return { package: `@ashdev/codex-plugin-${name}`, version: '2.5.0', displayName, kind, targets, needs }
}
