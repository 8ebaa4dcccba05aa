import { stringify } from 'yaml'
import { isSetting, type Setting, type SettingTree } from './setting.ts'
import { settingDeclarations } from './settings.ts'

const head = `# All settings of Lectern with their defaults. Copy the ones you change to lectern.yaml, or name a file with --config.
# Environment variables override the file (LECTERN_SERVER__PORT=9000), and flags override both (--port 9000).
# Settings marked (runtime) can also be changed while the server runs, under Settings.
`

/** The documented example file, generated from the declarations. */
export function renderExampleConfig(): string {
  return `${head}\n${section(settingDeclarations, '')}`
}

function section(tree: SettingTree, indent: string): string {
  return Object.entries(tree)
    .map(([name, node]) => {
      if (isSetting(node)) return leaf(name, node, indent)
      const space = indent === '' ? '\n' : ''
      return `${space}${indent}${name}:\n${section(node, `${indent}  `)}`
    })
    .join('')
}

function leaf(name: string, { about, fallback, fallbackText, runtime }: Setting, indent: string): string {
  const note = `${indent}# ${about}${runtime ? ' (runtime)' : ''}\n`
  if (fallbackText !== undefined) return `${note}${indent}# ${name}: ${fallbackText}\n`
  return `${note}${indent}${name}: ${stringify(fallback, { flowCollectionPadding: false }).trim()}\n`
}
