export const outboxStorageKey = 'lectern-outbox'
let userId: string | undefined

/** The signed-in user: requests queued by another one wait for that one, because they would change this one's data. */
export const outboxUser = (): string | undefined => userId

export function rememberOutboxUser(id: string | undefined): void {
  userId = id
}
