/**
 * A PostgreSQL advisory lock: servers with Redis share it, a server without Redis holds it exclusively. An arbitrary
 * number that nobody else uses.
 */
export const PRESENCE_LOCK = 5_220_118

/** More such numbers: the leader of each product holds one exclusively. */
export const leaderLocks = { chat: 5_220_119, telephony: 5_220_120 } as const
