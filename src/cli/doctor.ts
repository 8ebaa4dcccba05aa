import { backupsFolder } from '../catalog/backups/backup-files.ts'
import { examine, type Finding } from '../catalog/doctor/examine.ts'
import { type Command, configOf } from './command.ts'

export const doctorCommand: Command = {
  usage: '[--json] [--backups DIR]',
  about:
    'Look for what is wrong with this installation, and say what to do. Exit code 1 when something must be mended.',
  flags: ['backups'],
  switches: ['json'],
  async run({ flags }) {
    const config = configOf(flags)
    const findings = await examine(config, { backups: flags.own.backups ?? backupsFolder(config) })
    const isWell = findings.every(({ status }) => status !== 'problem')
    if (flags.own.json === 'true') console.log(JSON.stringify({ ok: isWell, checks: findings }, null, 2))
    else for (const finding of findings) console.log(lineOf(finding))
    return isWell ? 0 : 1
  },
}

const signs = { ok: '✓', warning: '!', problem: '✗' } as const

function lineOf({ check, status, message, advice }: Finding): string {
  return `${signs[status]} ${check}: ${message}${advice ? `\n    ${advice}` : ''}`
}
