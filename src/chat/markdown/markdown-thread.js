// @ts-check
/** A worker thread that renders and compares messages, so that slow texts only delay their own request. */
import { parentPort } from 'node:worker_threads'
import { doMarkdownWork } from './markdown-work.ts'

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

port.on('message', (request) => {
  try {
    port.postMessage({ answer: doMarkdownWork(request) })
  } catch (error) {
    port.postMessage({ error })
  }
})
port.postMessage({ ready: true })
