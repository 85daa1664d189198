import { useRef } from 'react'

export interface Sent<Answer> {
  answer: Promise<Answer>
  /** Nothing has been sent since. Only the last answer may change what is on the screen. */
  isLast: () => boolean
}

/**
 * Sends the next request when the one before it has been answered, or has failed: requests that overtake each other
 * would be stored in the wrong order.
 */
export function useInOrder(): <Answer>(send: () => Promise<Answer>) => Sent<Answer> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (send) => {
    const answer = last.current.then(send, send)
    last.current = answer
    return { answer, isLast: () => last.current === answer }
  }
}
