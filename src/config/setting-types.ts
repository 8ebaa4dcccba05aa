import Type from '../contract/typebox.ts'

// Short names for the types of settings.
export const text = (options = {}) => Type.String(options)
export const nullable = (options = {}) => Type.Union([Type.String({ minLength: 1, ...options }), Type.Null()])
export const flag = () => Type.Boolean()
export const integer = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
export const bytes = () => Type.Integer({ minimum: 1024, maximum: 2 ** 44 })
export const kib = 1024
export const mib = 1024 * kib
export const gib = 1024 * mib
