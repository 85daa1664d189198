/**
 * Work that one server does for all of them. A single server is always the leader. Among several, a leader may lose its
 * leadership at any moment, so its work must be safe to repeat.
 */
export interface Leadership {
  readonly isLeader: boolean
  /** `begin` is called when this server becomes the leader, and at once if it already is; `end` when it no longer is. */
  whileLeader(begin: () => void, end: () => void): void
}

/** Nobody else is there. */
export const alwaysLeader: Leadership = {
  isLeader: true,
  whileLeader: (begin) => begin(),
}
