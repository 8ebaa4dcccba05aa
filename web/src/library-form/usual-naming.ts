/**
 * What a library begins with when a person adds it here: what its files say of themselves, else their names and order.
 * The API, for programs that say nothing, goes by file names alone.
 */
export const usualNaming = { bookStrategy: 'smart', numberStrategy: 'smart' } as const
