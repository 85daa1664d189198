// @ts-check
/**
 * A thread that writes to SQLite, or runs slow reads, so that no insert, sync or search blocks the rest of the process.
 * It handles requests in order and sends one response for each.
 */
import { workerData } from 'node:worker_threads'
import LibsqlDatabase from 'libsql'
import { createStatements } from './sqlite-statements.js'

/**
 * @typedef {object} Connection
 * @property {LibsqlDatabase.Database} handle
 * @property {ReturnType<typeof createStatements>} run
 * @property {unknown} failure of a deferred write; until the rollback nothing else runs
 */

/** @type {Map<number, Connection>} */
const connections = new Map()

/** @param {import('./sqlite-requests.ts').SqliteRequest} request */
function handle(request) {
  if ('open' in request) {
    const handle = new LibsqlDatabase(request.path)
    connections.set(request.open, { handle, run: createStatements(handle), failure: undefined })
    for (const pragma of request.pragmas) handle.pragma(pragma)
    return { rows: [] }
  }
  if ('close' in request) {
    connections.get(request.close)?.handle.close()
    connections.delete(request.close)
    return { rows: [] }
  }
  if ('begin' in request) return begin(/** @type {Connection} */ (connections.get(request.begin)))
  if ('transaction' in request) {
    return transact(/** @type {Connection} */ (connections.get(request.transaction)), request.queries)
  }
  const connection = /** @type {Connection} */ (connections.get(request.connection))
  const { deferred, query } = request
  if (query?.text === 'rollback') connection.failure = undefined
  else if (deferred) runDeferred(connection, deferred)
  if (connection.failure !== undefined)
    return { rows: [], error: describe(connection.failure), ofDeferred: true }
  return query ? connection.run(query.text, query.parameters, query.atMostOne) : { rows: [] }
}

/** @param {Connection} connection */
function begin({ run }) {
  run('begin immediate', [])
  return run('pragma data_version', [], true)
}

/**
 * @param {Connection} connection
 * @param {readonly import('./sqlite-requests.ts').SqliteQuery[]} queries
 */
function transact({ handle, run }, queries) {
  const isReading = queries.every(({ text }) => /^\s*select\b/i.test(text))
  // Not prepared: a statement that has found the file busy would block the commit of the next transaction.
  handle.exec(isReading ? 'begin' : 'begin immediate')
  try {
    const rows = queries.map(({ text, parameters }) => run(text, parameters).rows)
    handle.exec('commit')
    return { rows }
  } catch (error) {
    handle.exec('rollback')
    throw error
  }
}

/**
 * @param {Connection} connection
 * @param {import('./sqlite-requests.ts').DeferredRuns} deferred
 */
function runDeferred(connection, { texts, widths, order, values }) {
  if (connection.failure !== undefined) return
  let from = 0
  try {
    for (const index of order) {
      const until = from + /** @type {number} */ (widths[index])
      connection.run(/** @type {string} */ (texts[index]), values.slice(from, until))
      from = until
    }
  } catch (error) {
    connection.failure = error
  }
}

/** The parts of an error that another thread gets. @param {unknown} error */
function describe(error) {
  const { name, message, code, rawCode } = /** @type {Error & { code?: string, rawCode?: number }} */ (error)
  return { name, message, code, rawCode }
}

/** @type {{ port: import('node:worker_threads').MessagePort, responses: Int32Array }} */
const { port, responses } = workerData

port.on('message', (request) => {
  try {
    port.postMessage(handle(request))
  } catch (error) {
    port.postMessage({ rows: [], error: describe(error) })
  }
  // The caller may be blocked and not reading messages.
  Atomics.add(responses, 0, 1)
  Atomics.notify(responses, 0)
})
