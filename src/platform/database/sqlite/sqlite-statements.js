// @ts-check
/**
 * JavaScript, because sqlite-thread.js needs it too, and Node starts a thread only from JavaScript, also where the tests
 * run the sources.
 *
 * @typedef {object} Outcome
 * @property {unknown[]} rows
 * @property {number} [changes] of writes only
 * @property {number | bigint} [lastInsertRowid]
 */

/** Narrows with many terms make many different texts; beyond this number the oldest statement is dropped. */
const STATEMENTS_KEPT = 500

/**
 * Runs SQL on a libsql handle and keeps the prepared statements: preparing costs more than running them.
 *
 * @param {import('libsql').Database} handle
 * @returns {(text: string, parameters: readonly unknown[], atMostOne?: boolean) => Outcome}
 */
export function createStatements(handle) {
  /** @type {Map<string, { statement: import('libsql').Statement, reads: boolean, writes: boolean }>} */
  const statements = new Map()

  /**
   * A statement either returns all rows or one: if used for both, libsql returns a stale row.
   *
   * @param {string} text
   * @param {boolean} atMostOne
   */
  function prepare(text, atMostOne) {
    const key = atMostOne ? `one ${text}` : text
    const kept = statements.get(key)
    if (kept) return kept
    const statement = handle.prepare(text)
    const entry = { statement, reads: statement.reader, writes: /^\s*(insert|update|delete)\b/i.test(text) }
    if (statements.size >= STATEMENTS_KEPT)
      statements.delete(/** @type {string} */ (statements.keys().next().value))
    statements.set(key, entry)
    return entry
  }

  // As a list: a single null would be taken for an object with named values.
  return (text, parameters, atMostOne = false) => {
    const { statement, reads, writes } = prepare(text, atMostOne)
    if (reads && atMostOne) {
      const row = statement.get(parameters)
      return { rows: row === undefined ? [] : [row] }
    }
    if (reads) {
      const rows = statement.all(parameters)
      // A write with `returning`: the batch has to know that a failed job has written.
      return writes ? { rows, changes: rows.length } : { rows }
    }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], changes, lastInsertRowid }
  }
}
