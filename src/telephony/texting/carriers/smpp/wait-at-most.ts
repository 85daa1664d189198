/** The result, or undefined on timeout or abort. Leaves no timer behind. */
export function waitAtMost<Result>(
  result: Promise<Result>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => finish(() => resolve(undefined))
    const finish = (how: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      how()
    }
    const timer = setTimeout(leave, milliseconds)
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    result.then(
      (value) => finish(() => resolve(value)),
      (error) => finish(() => reject(error)),
    )
  })
}
