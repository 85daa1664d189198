import { Agent, get } from 'node:http'

/** So many at a time, each for itself: milliseconds of every answer. */
export async function askRepeatedly(
  url: string,
  paths: readonly string[],
  headers: Record<string, string>,
  atOnce: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const times: number[] = []
  let next = 0
  const worker = async () => {
    for (;;) {
      const path = paths[next]
      next += 1
      if (path === undefined) return
      const start = performance.now()
      await askOnce(`${url}${path}`, headers, agent)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  agent.destroy()
  return times
}

function askOnce(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((done, failed) => {
    const request = get(url, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) failed(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume()
      answer.on('end', done)
      answer.on('error', failed)
    })
    request.on('error', failed)
  })
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}
