/**
 * One server, the leader, does work for all of them. A single server is always the leader. In a cluster, a leader may
 * lose its leadership at any moment, so its work must be safe to repeat.
 */
export interface Leadership {
  readonly isLeader: boolean
  /** `begin` is called when this server becomes the leader, and at once if it already is; `end` when it no longer is. */
  whileLeader(begin: () => void, end: () => void): void
}

/** For a single server. */
export const alwaysLeader: Leadership = {
  isLeader: true,
  whileLeader: (begin) => begin(),
}
