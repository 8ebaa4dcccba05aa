import { backupsFolder } from '../catalog/backups/backup-files.ts'
import { runDoctorChecks } from '../catalog/doctor/run-doctor-checks.ts'
import type { DoctorCheck } from '../contract/doctor.ts'
import { type Command, configOf } from './command.ts'

export const doctorCommand: Command = {
  usage: '[--json] [--backups DIR]',
  about: 'Look for problems with this installation, and say what to do. The exit code is 1 if something must be fixed.',
  flags: ['backups'],
  switches: ['json'],
  async run({ flags }) {
    const config = configOf(flags)
    const findings = await runDoctorChecks(config, { backups: flags.own.backups ?? backupsFolder(config) })
    const isWell = findings.every(({ status }) => status !== 'problem')
    if (flags.own.json === 'true') console.log(JSON.stringify({ ok: isWell, checks: findings }, null, 2))
    else for (const finding of findings) console.log(lineOf(finding))
    return isWell ? 0 : 1
  },
}

const signs = { ok: '✓', warning: '!', problem: '✗' } as const

function lineOf({ check, status, message, advice }: DoctorCheck): string {
  return `${signs[status]} ${check}: ${message}${advice ? `\n    ${advice}` : ''}`
}
