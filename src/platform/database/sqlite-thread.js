// @ts-check
/**
 * A thread that writes to SQLite, or reads what takes long: no insert, no sync and no search holds up whoever else the
 * process serves. It does what it is told, in the order in which it is told, and answers each request once.
 */
import { workerData } from 'node:worker_threads'
import LibsqlDatabase from 'libsql'
import { createStatements } from './sqlite-statements.js'

/**
 * @typedef {object} Connection
 * @property {LibsqlDatabase.Database} handle
 * @property {ReturnType<typeof createStatements>} run
 * @property {unknown} failure of a deferred write; until the rollback nothing else is done
 */

/** @type {Map<number, Connection>} */
const connections = new Map()

/** @param {import('./sqlite-requests.ts').SqliteRequest} request */
function answer(request) {
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

/** What is left of an error on its way to another thread. @param {unknown} error */
function describe(error) {
  const { name, message, code, rawCode } = /** @type {Error & { code?: string, rawCode?: number }} */ (error)
  return { name, message, code, rawCode }
}

/** @type {{ port: import('node:worker_threads').MessagePort, answered: Int32Array }} */
const { port, answered } = workerData

port.on('message', (request) => {
  try {
    port.postMessage(answer(request))
  } catch (error) {
    port.postMessage({ rows: [], error: describe(error) })
  }
  // Whoever asked may be waiting without looking at messages.
  Atomics.add(answered, 0, 1)
  Atomics.notify(answered, 0)
})
