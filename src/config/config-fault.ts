/** A fault in the configuration: which key, where it is set, and what to do. */
export interface ConfigFault {
  key: string
  source: string
  message: string
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    super(faults[0] ? describeFault(faults[0]) : 'The configuration is not valid.')
    this.faults = faults
  }
}

export function describeFault({ key, source, message }: ConfigFault): string {
  return key === '(file)' ? `${source} ${message}` : `${key}: ${message} (from ${source})`
}
