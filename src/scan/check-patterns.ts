import { type Fault, invalid } from '../contract/problems.ts'
import { faultOf, patternList } from './exclude.ts'

/** Every pattern that cannot be used, before it is saved. */
export function checkPatterns(patterns: string | readonly string[], key = 'excludedPatterns'): void {
  const faults: Fault[] = []
  for (const [index, pattern] of patternList(patterns).entries()) {
    const message = faultOf(pattern)
    if (message) faults.push({ path: `${key}.${index}`, message: `${JSON.stringify(pattern)} ${message}` })
  }
  if (faults.length > 0) throw invalid(faults)
}
