import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRoutes } from './index.ts'
import { possibleStatusesOf, type Route } from './route.ts'

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value
}

function routesIn(value: unknown): Route[] {
  if (isRoute(value)) return [value]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.values(value).filter(isRoute)
}

test('every route of the API that a file of the contract has is in the index', async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !/test|index/.test(file))
  const modules = await Promise.all(files.map((file) => import(`./${file}`) as Promise<object>))
  const found = modules.flatMap((one) => Object.values(one).flatMap(routesIn))
  const name = ({ method, path }: Route) => `${method} ${path}`
  const known = new Set(allRoutes.map(name))
  const missing = found.filter(({ path }) => path.startsWith('/api/v1/')).filter((route) => !known.has(name(route)))
  expect([...new Set(missing.map(name))]).toEqual([])
})

const verbs = new Set([
  ...['Add', 'Allow', 'Analyse', 'Cancel', 'Change', 'Check', 'Count', 'Create', 'Delete', 'Discard', 'Dismiss'],
  ...['Download', 'End', 'Exchange', 'Export', 'Find', 'Finish', 'Generate', 'Get', 'List', 'Listen', 'Lock', 'Mark'],
  ...['Preview', 'Rate', 'Rebuild', 'Remove', 'Renumber', 'Replace', 'Reset', 'Restore', 'Retry', 'Revoke', 'Save'],
  ...['Scan', 'Search', 'Select', 'Send', 'Set', 'Sign', 'Start', 'Unlink', 'Update', 'Upload'],
  ...['Apply', 'Close', 'Compare', 'Disable', 'Enable', 'Import', 'Install', 'Link', 'Match', 'Merge', 'Move', 'Open'],
  ...['Pause', 'Refresh', 'Rename', 'Resume', 'Run', 'Share', 'Stop', 'Sync', 'Test', 'Undo', 'Unlock', 'Validate'],
  ...['Hide', 'Show'],
])

test('every summary says what the operation does: a verb first, no full stop', () => {
  const others = allRoutes.filter(({ summary }) => !verbs.has(summary.split(' ')[0]!) || summary.endsWith('.'))
  expect(others.map(({ method, path, summary }) => `${method} ${path}: ${summary}`)).toEqual([])
})

test('a body that names something by its id may be answered with 404', () => {
  const silent = allRoutes.filter((route) => namesById(route) && !possibleStatusesOf(route).includes(404))
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('every whole number in a body has an upper bound, because those of a database have one', () => {
  const endless = allRoutes.filter(({ body }) => hasEndless(body))
  expect(endless.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

interface Part {
  type?: string
  format?: string
  maximum?: number
  items?: Part
  properties?: Record<string, Part>
}

/** Ids as single values or lists; those in a condition only narrow a list. */
function namesById({ body }: Route): boolean {
  const parts = Object.values((body as Part | undefined)?.properties ?? {})
  return parts.some((part) => (part.items ?? part).format === 'uuid')
}

function hasEndless(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { type, maximum } = schema as Part
  return (type === 'integer' && maximum === undefined) || Object.values(schema).some(hasEndless)
}
