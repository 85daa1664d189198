/** SQLite answers at once: thousands of rows in one go would keep everybody else waiting. */
export const letOthersRun = () => new Promise<void>((next) => setImmediate(next))
