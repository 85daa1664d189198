/** An advisory lock of PostgreSQL: servers with Redis share it, a server without holds it alone. Any number that nobody else uses. */
export const PRESENCE_LOCK = 5_220_118
