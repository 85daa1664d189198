// @ts-check
/** A worker thread that parses untrusted input, so that hostile input only delays or fails its own request. */
import { parentPort } from 'node:worker_threads'
import { doParserWork } from './parser-work.ts'

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

port.on('message', (request) => {
  doParserWork(request).then(
    (answer) => port.postMessage({ answer }),
    (error) => port.postMessage({ error }),
  )
})
port.postMessage({ ready: true })
