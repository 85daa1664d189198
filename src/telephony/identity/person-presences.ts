/** Whether somebody uses the chat right now. */
export type PersonPresence = 'active' | 'away' | 'offline'

/** Presences by the id of a user. Users whose presence is unknown are omitted. */
export type UserPresences = ReadonlyMap<string, PersonPresence>

/** Who uses the chat. This product does not know it: the workspace implements it. */
export interface PersonPresences {
  /** Of users with an account, in an organization that shows presence. */
  find(companyId: number, userIds: readonly string[]): Promise<UserPresences>
  /** Calls the listener with what has changed. Returns a function that ends this. Nothing is done while nobody watches. */
  watch(companyId: number, listener: (changed: UserPresences) => void): () => void
}
