/** Leaves out the keys without a value: JSON, spreading and updates treat a missing key differently from `undefined`. */
export function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>
}

type Optional<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T]

type Defined<T> = { [Key in keyof T as Key extends Optional<T> ? never : Key]: T[Key] } & {
  [Key in keyof T as Key extends Optional<T> ? Key : never]?: Exclude<T[Key], undefined>
}
