import { checkSettingValue } from '../config/check-setting-value.ts'
import type { StrategyDescription } from '../contract/library-strategies.ts'
import { type Fault, validationProblem } from '../contract/problems.ts'

/**
 * Returns the configuration of a strategy, or throws a problem that lists every fault. `key` is the field of the
 * library, so that paths in the response are like `seriesConfig.skipDepth`.
 */
export function checkStrategyConfig<Config>(promise: StrategyDescription, config: unknown, key: string): Config {
  const given = config ?? {}
  const faults = checkSettingValue(promise.config, given)
  if (faults.length > 0) throw validationProblem(faults.map((fault) => below(key, fault)))
  return given as Config
}

/** Rejects unknown names, such as those stored by a newer or older version, or sent by a client. */
export function checkStrategyName<Name extends string>(known: Record<Name, unknown>, name: string, key: string): Name {
  if (Object.hasOwn(known, name)) return name as Name
  throw validationProblem([{ path: key, message: `must be one of ${Object.keys(known).join(', ')}` }])
}

function below(key: string, { path, message }: Fault): Fault {
  return { path: path ? `${key}.${path}` : key, message }
}
