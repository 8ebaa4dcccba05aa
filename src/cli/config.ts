import { ConfigError, describeFault } from '../config/config-fault.ts'
import { renderExampleConfig } from '../config/render-example-config.ts'
import { type Command, loadConfigFromFlags, UsageError } from './command.ts'

export const configCommand: Command = {
  usage: 'check | example',
  about: 'Check the configuration, or print all settings with their defaults.',
  maxWords: 1,
  async run({ flags, args }) {
    if (args[0] === 'example') {
      process.stdout.write(renderExampleConfig())
      return 0
    }
    if (args[0] !== 'check') throw new UsageError('use "lectern config check" or "lectern config example"')
    try {
      loadConfigFromFlags(flags)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const fault of error.faults) console.error(describeFault(fault))
      return 1
    }
    console.log('The configuration is valid.')
    return 0
  },
}
