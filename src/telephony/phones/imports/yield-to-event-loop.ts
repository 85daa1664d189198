/** SQLite calls are synchronous: thousands of rows in a row would block other requests. */
export const yieldToEventLoop = () => new Promise<void>((next) => setImmediate(next))
