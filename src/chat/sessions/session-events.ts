/** Nobody's news; it only tells every process which sessions are good no more. */
export function sessionsEnded(tokenHashes: readonly string[]) {
  return { type: 'sessions_ended', audience: { users: [] }, payload: { token_hashes: tokenHashes } }
}
