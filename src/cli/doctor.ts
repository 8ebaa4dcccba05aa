import { backupsFolder } from '../catalog/backups/backup-files.ts'
import { runDoctorChecks } from '../catalog/doctor/run-doctor-checks.ts'
import type { DoctorCheck } from '../contract/doctor.ts'
import { type Command, loadConfigFromFlags } from './command.ts'

export const doctorCommand: Command = {
  usage: '[--json] [--backups DIR]',
  about: 'Check this installation for problems and say how to fix them. Exits with 1 if something needs fixing.',
  flags: ['backups'],
  switches: ['json'],
  options: {
    '--json': 'Print the results as JSON.',
    '--backups DIR': 'Check the backups in DIR instead of the configured folder.',
  },
  async run({ flags }) {
    const config = loadConfigFromFlags(flags)
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
