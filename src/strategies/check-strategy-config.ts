import { checkSettingValue } from '../config/check-setting-value.ts'
import type { StrategyDescription } from '../contract/library-strategies.ts'
import { type Fault, validationProblem } from '../contract/problems.ts'

/**
 * The configuration of a strategy, or a problem that names every fault of it. `key` is the field of the library it
 * comes from, so that the answer says `seriesConfig.skipDepth`.
 */
export function checkStrategyConfig<Config>(promise: StrategyDescription, config: unknown, key: string): Config {
  const given = config ?? {}
  const faults = checkSettingValue(promise.config, given)
  if (faults.length > 0) throw validationProblem(faults.map((fault) => below(key, fault)))
  return given as Config
}

/** Names that a newer or older version stored, or that somebody made up. */
export function checkStrategyName<Name extends string>(known: Record<Name, unknown>, name: string, key: string): Name {
  if (Object.hasOwn(known, name)) return name as Name
  throw validationProblem([{ path: key, message: `must be one of ${Object.keys(known).join(', ')}` }])
}

function below(key: string, { path, message }: Fault): Fault {
  return { path: path ? `${key}.${path}` : key, message }
}
