/**
 * A PostgreSQL advisory lock: servers with Redis share it, a server without Redis holds it exclusively. An arbitrary
 * number that nobody else uses.
 */
export const PRESENCE_LOCK = 5_220_118
