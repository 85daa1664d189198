import type { Session } from 'sip.js'
import type { SessionDescriptionHandler } from 'sip.js/lib/platform/web/index.js'

/** Sends keys after those that are still being sent, which the browser would drop. Returns whether it can. */
export function sendKeys(session: Session, keys: string): boolean {
  const handler = session.sessionDescriptionHandler as SessionDescriptionHandler | undefined
  const sender = handler?.peerConnection?.getSenders().find(({ dtmf }) => dtmf?.canInsertDTMF)?.dtmf
  if (!sender) return false
  sender.insertDTMF(sender.toneBuffer + keys)
  return true
}
