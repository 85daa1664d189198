/** Nobody's news; it only tells every process which sessions are good no more, and whose they were. */
export function sessionsEnded(userId: number, tokenHashes: readonly string[]) {
  return {
    type: 'sessions_ended',
    audience: { users: [] },
    payload: { user_id: userId, token_hashes: tokenHashes },
  }
}
