import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '../web/src')
const styles = join(import.meta.dirname, '../node_modules/@mantine/core/styles')

test('every component that is used has its styles', () => {
  const texts = globSync('**/*.{ts,tsx,css}', { cwd: sources }).map((file) => readFileSync(join(sources, file), 'utf8'))
  const styled = new Set(
    texts.flatMap((text) => [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name)),
  )
  const used = texts
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].map(([, names]) => names ?? ''))
    .flatMap((names) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''))
  expect(used).toContain('Button')
  const isBare = (name: string) => existsSync(join(styles, `${name}.layer.css`)) && !styled.has(name)
  expect([...new Set(used)].filter(isBare)).toEqual([])
})
