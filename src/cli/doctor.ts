import { type Command, configOf } from './command.ts'
import { examine, type Finding } from './doctor-checks.ts'

export const doctorCommand: Command = {
  usage: '[--json] [--backups DIR]',
  about:
    'Look for what is wrong with this installation, and say what to do. Exit code 1 when something must be mended.',
  flags: ['backups'],
  switches: ['json'],
  async run({ flags }) {
    const config = configOf(flags)
    const findings = await examine(config, flags.own.backups ?? process.cwd())
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
