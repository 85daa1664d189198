import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../../../platform/logging/log.ts'

/** Asterisk answers without an event after this time. */
const WAIT_SECONDS = 25
const TIMEOUT_MS = 30_000
const PAUSE_MS = 5000
/** Every event of Asterisk ends a wait, also those that we do not receive: during calls, hundreds a second. */
const COLLECT_MS = 500
/** The events that Asterisk sends us: wrong secrets. */
export const SECURITY_EVENTS = '^Event: ChallengeResponseFailed'

/** Fields of an event, such as `AccountID`. */
export type SecurityEvent = Readonly<Record<string, string>>

/**
 * Follows Asterisk's security events, which ARI does not have: by its manager interface over HTTP, on the same port.
 * Events while the connection is lost are lost.
 */
export function createSecurityEvents(url: string, onEvent: (event: SecurityEvent) => void, log: Logger) {
  const { origin, username, password } = new URL(url)
  let stopping: AbortController | undefined

  async function ask(parameters: Record<string, string>, cookie: string, stop: AbortSignal) {
    // Not `AbortSignal.any`: with Node 20, each one leaves a little in `stop`, which lives as long as the server.
    const request = new AbortController()
    const abort = () => request.abort()
    const timer = setTimeout(abort, TIMEOUT_MS)
    stop.addEventListener('abort', abort)
    try {
      const response = await fetch(`${origin}/rawman?${new URLSearchParams(parameters)}`, {
        headers: { cookie },
        signal: request.signal,
      })
      return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', text: await response.text() }
    } finally {
      clearTimeout(timer)
      stop.removeEventListener('abort', abort)
    }
  }

  async function follow(stop: AbortSignal): Promise<void> {
    const credentials = { username: decodeURIComponent(username), secret: decodeURIComponent(password) }
    const { cookie, text } = await ask({ action: 'Login', ...credentials }, '', stop)
    if (!text.startsWith('Response: Success')) throw new Error('Asterisk refused the manager interface')
    log.info('following the security events of Asterisk')
    while (!stop.aborted) {
      const answer = await ask({ action: 'WaitEvent', timeout: String(WAIT_SECONDS) }, cookie, stop)
      if (!answer.text.startsWith('Response: Success')) throw new Error('The session with Asterisk has ended')
      for (const event of readEvents(answer.text)) onEvent(event)
      await pause(COLLECT_MS, undefined, { signal: stop })
    }
  }

  async function run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await follow(stop).catch((error) => {
        if (!stop.aborted) log.debug({ err: error }, 'Asterisk sends no security events; trying again')
      })
      await pause(PAUSE_MS, undefined, { signal: stop }).catch(() => {})
    }
  }

  return {
    start(): void {
      stopping = new AbortController()
      void run(stopping.signal)
    },
    stop(): void {
      stopping?.abort()
    },
  }
}

/** Blocks of `Name: value` lines. */
function readEvents(text: string): SecurityEvent[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const fields = block.split(/\r?\n/).map((line) => /^(\w+): (.*)$/.exec(line))
    const event = Object.fromEntries(fields.flatMap((field) => (field ? [[field[1], field[2]]] : [])))
    return 'Event' in event ? [event] : []
  })
}
