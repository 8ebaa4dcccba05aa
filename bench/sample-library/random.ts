import { randomNumbersFromSeed } from '../../test/fixtures/random-numbers.ts'

/** Numbers that depend only on a seed and a position: the same library is generated every time, in any order. */
export class Random {
  readonly #numbers: () => number

  constructor(...parts: (number | string)[]) {
    let state = 0x811c9dc5
    for (const character of parts.join('/')) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193)
    this.#numbers = randomNumbersFromSeed(state)
  }

  /** In [0, 1). */
  next(): number {
    return this.#numbers()
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }

  /** Few ranks are picked often, most rarely. */
  rank(count: number): number {
    return Math.min(count - 1, Math.floor(count ** this.next()) - 1)
  }

  logNormal(median: number, sigma: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return median * Math.exp(sigma * normal)
  }
}
