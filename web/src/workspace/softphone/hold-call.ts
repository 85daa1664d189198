import type { Session } from 'sip.js'

const TRIES = 5
const PAUSE_MS = 400

/** Puts calls on hold. When both sides change a call at the same moment, neither may: it is tried again. */
export function createHold(
  setHeld: (session: Session, isHeld: boolean) => Promise<unknown>,
  onFailure: (session: Session) => void,
) {
  let wanted: { session: Session; isHeld: boolean; tries: number } | undefined

  function attempt(): void {
    if (wanted) setHeld(wanted.session, wanted.isHeld).catch(failed)
  }
  function failed(): void {
    if (!wanted) return
    const { session } = wanted
    wanted.tries -= 1
    if (wanted.tries > 0) {
      window.setTimeout(attempt, PAUSE_MS)
      return
    }
    wanted = undefined
    onFailure(session)
  }
  return {
    set(session: Session, isHeld: boolean): void {
      wanted = { session, isHeld, tries: TRIES }
      attempt()
    },
    /** The other side has agreed, or refused: then the call is as before. */
    responded(isHeld: boolean): void {
      if (wanted && wanted.isHeld !== isHeld) failed()
      else wanted = undefined
    },
  }
}
