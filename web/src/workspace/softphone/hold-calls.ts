import type { Session } from 'sip.js'

const TRIES = 5

const PAUSE_MS = 400

/** Puts calls on hold. When both sides change a call at the same moment, neither may: it is tried again. */
export function createHold(
  setHeld: (session: Session, isHeld: boolean) => Promise<unknown>,
  onFailure: (session: Session) => void,
) {
  const wanted = new Map<Session, { isHeld: boolean; tries: number }>()

  function attempt(session: Session): void {
    const wish = wanted.get(session)
    if (wish) setHeld(session, wish.isHeld).catch(() => failed(session))
  }
  function failed(session: Session): void {
    const wish = wanted.get(session)
    if (!wish) return
    wish.tries -= 1
    if (wish.tries > 0) {
      window.setTimeout(() => attempt(session), PAUSE_MS)
      return
    }
    wanted.delete(session)
    onFailure(session)
  }
  return {
    set(session: Session, isHeld: boolean): void {
      wanted.set(session, { isHeld, tries: TRIES })
      attempt(session)
    },
    /** The other side has agreed, or refused: then the call is as before. */
    responded(session: Session, isHeld: boolean): void {
      const wish = wanted.get(session)
      if (wish && wish.isHeld !== isHeld) failed(session)
      else wanted.delete(session)
    },
    forget: (session: Session) => void wanted.delete(session),
  }
}
