import type { ChildServer } from '../child-server.ts'
import { Latencies } from '../latencies.ts'
import { processorSeconds } from '../process-usage.ts'
import { RawConnection } from '../raw-connection.ts'

export interface Cost {
  /** processor time of the server for one operation, in microseconds */
  microseconds: number
  p50: number
  count: number
}

const AT_ONCE = 8
const LEAST = 20

/** The same kind of request again and again, a few at a time, after a short warm-up; `most` where the server limits them. */
export async function measureCost(
  server: ChildServer,
  seconds: number,
  next: () => string,
  most = Number.POSITIVE_INFINITY,
): Promise<Cost> {
  await repeat(server, Math.min(1, seconds / 2), next, most / 4)
  const before = processorSeconds(server.pid)
  const latencies = await repeat(server, seconds, next, most / 2)
  const used = processorSeconds(server.pid) - before
  return {
    microseconds: (used / latencies.count) * 1e6,
    p50: latencies.percentile(0.5),
    count: latencies.count,
  }
}

/** At least a few of them, however long they take. */
async function repeat(
  server: ChildServer,
  seconds: number,
  next: () => string,
  most: number,
): Promise<Latencies> {
  const latencies = new Latencies()
  const end = performance.now() + seconds * 1000
  const worker = () =>
    new Promise<void>((done, failed) => {
      const connection = new RawConnection(server.port, failed)
      const again = () => {
        if ((performance.now() > end && latencies.count >= LEAST) || latencies.count >= most) {
          connection.close()
          return done()
        }
        const start = performance.now()
        connection.request(next(), (status, body) => {
          if (status !== 200) return failed(new Error(`${status}: ${body.toString().slice(0, 300)}`))
          latencies.add(performance.now() - start)
          again()
        })
      }
      again()
    })
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return latencies
}
