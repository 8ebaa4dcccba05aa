import type { Pair, YAMLMap } from 'yaml'
import { type ParsedConfigSource, unknownSettingFault } from './given-setting.ts'
import { loadYamlPackage } from './load-yaml-package.ts'
import { isSetting, type SettingTree } from './setting.ts'

/** The settings of a file; each has its line, so that a mistake can be found. */
export function parseYamlConfig(tree: SettingTree, content: string, file: string): ParsedConfigSource {
  const { isMap, isNode, isScalar, LineCounter, parseDocument } = loadYamlPackage()
  const isEmpty = (value: unknown) => value === null || (isScalar(value) && value.value === null)
  const lines = new LineCounter()
  const document = parseDocument(content, { lineCounter: lines })
  const error = document.errors[0]
  if (error) {
    const line = error.linePos?.[0].line ?? 1
    return {
      given: [],
      faults: [{ key: '(file)', source: `${file} line ${line}`, message: `is not YAML: ${error.code}` }],
    }
  }
  const found: ParsedConfigSource = { given: [], faults: [] }

  const walk = (map: YAMLMap, below: SettingTree, path: string) => {
    for (const { key: label, value } of map.items as Pair[]) {
      const name = String(isScalar(label) ? label.value : label)
      const key = path === '' ? name : `${path}.${name}`
      const offset = isNode(label) ? label.range?.[0] : undefined
      const source = offset === undefined ? file : `${file} line ${lines.linePos(offset).line}`
      const target = Object.hasOwn(below, name) ? below[name] : undefined
      if (target === undefined) found.faults.push(unknownSettingFault(tree, key, source))
      else if (isSetting(target)) {
        found.given.push({ key, below: [], value: isNode(value) ? value.toJS(document) : value, source })
      } else if (isMap(value)) walk(value, target, key)
      else if (!isEmpty(value)) {
        found.faults.push({ key, source, message: `is a group of settings: ${Object.keys(target).join(', ')}` })
      }
    }
  }

  if (isMap(document.contents)) walk(document.contents, tree, '')
  else if (!isEmpty(document.contents)) {
    found.faults.push({ key: '(file)', source: file, message: 'must be a map of settings' })
  }
  return found
}
