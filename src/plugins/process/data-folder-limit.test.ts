import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { pluginDataDirOf } from '../plugin-folders.ts'
import { checkDataFolder } from './data-folder-limit.ts'

it('a plugin whose data folder has too many files isn’t started, even if they are empty', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-data-limit-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = { ...defaultConfig(), data_dir: dataDir }
  config.plugins.data_megabytes = 1
  const folder = join(pluginDataDirOf(config, 'hoards'), 'below')
  mkdirSync(folder, { recursive: true })
  for (let n = 1; n <= 60; n++) writeFileSync(join(folder, `empty${n}`), '')
  await checkDataFolder(config, { name: 'hoards' })
  for (let n = 61; n <= 65; n++) writeFileSync(join(folder, `empty${n}`), '')
  await expect(checkDataFolder(config, { name: 'hoards' })).rejects.toThrow('data folder is larger than 1 MiB')
})
