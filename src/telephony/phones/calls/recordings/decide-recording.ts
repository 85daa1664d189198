export interface RecordingWish {
  /** `force`, `yes`, `dontcare`, `no` or `never` */
  readonly wish: string
  readonly priority: number
}

const strengths: Readonly<Record<string, number>> = { force: 2, never: 2, yes: 1, no: 1 }

/** The stronger wish counts. Of two equal ones, the higher priority counts, and then the caller. */
export function decideRecording(caller: RecordingWish, callee: RecordingWish): boolean {
  const strengthOf = ({ wish }: RecordingWish) => strengths[wish] ?? 0
  const difference = strengthOf(callee) - strengthOf(caller) || callee.priority - caller.priority
  const { wish } = difference > 0 ? callee : caller
  return wish === 'force' || wish === 'yes'
}
