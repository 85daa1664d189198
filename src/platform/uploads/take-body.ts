import { finished, type Readable, type Writable } from 'node:stream'
import { UploadRefusal } from './upload-refusal.ts'
import type { Upload } from './upload-slots.ts'

export interface TakenBody {
  body: Readable
  /** the limit for the whole body */
  bytes: number
  /** undefined: a small form without files, which does not count */
  upload: Upload | undefined
}

/**
 * Pipes a body into `sink` and settles with it. Never destroys the body: a rejected client gets a response over the
 * same connection, and the rest of what it sends is read and dropped.
 */
export function takeBody({ body, bytes, upload }: TakenBody, sink: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = bytes
    const stopWaiting = upload
      ? watchPauses(body, upload.pauseMs, () => end(new UploadRefusal('stalled')))
      : noop
    const onData = (chunk: Buffer) => {
      left -= chunk.length
      try {
        if (left < 0) throw new UploadRefusal('body')
        upload?.countBytes(chunk.length)
      } catch (error) {
        end(error as Error)
      }
    }
    const stopBody = finished(body, { writable: false }, (error) => {
      if (error) end(new UploadRefusal('cut'))
    })
    let isOver = false
    const end = (error: Error | undefined) => {
      if (isOver) return
      isOver = true
      stopWaiting()
      stopBody()
      body.off('data', onData)
      if (error) {
        body.unpipe(sink)
        sink.destroy()
        body.on('error', noop)
        body.resume()
        reject(error)
      } else resolve()
    }
    sink.on('error', end)
    sink.once('finish', () => end(undefined))
    body.on('data', onData)
    body.pipe(sink)
  })
}

const noop = () => {}

/** Calls `stalled` when nothing has arrived for this long, unless we were not reading. */
function watchPauses(body: Readable, pauseMs: number, stalled: () => void): () => void {
  const timer = setTimeout(() => {
    if (body.isPaused()) timer.refresh()
    else stalled()
  }, pauseMs)
  const onData = () => timer.refresh()
  body.on('data', onData)
  return () => {
    clearTimeout(timer)
    body.off('data', onData)
  }
}
