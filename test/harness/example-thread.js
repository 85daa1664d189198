// @ts-check
/** A thread for the tests of the pool: it does what a test asks, even never ending. */
import { parentPort } from 'node:worker_threads'

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

port.on('message', (request) => {
  if (request === 'forever') for (;;);
  if (request === 'exit') process.exit(1)
  if (request === 'memory') {
    for (const hoard = []; ; ) hoard.push(new Array(100_000).fill(hoard.length))
  }
  if (request === 'throw later') {
    setImmediate(() => {
      throw new Error('uncaught')
    })
  } else if (request === 'throw') port.postMessage({ error: new Error('caught') })
  else port.postMessage({ answer: request })
})
port.postMessage({ ready: true })
