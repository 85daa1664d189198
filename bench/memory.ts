import { memoryOf } from './cpu-time.ts'
import { bareCrowd, type Crowd, ourCrowd } from './crowd.ts'
import { makeCrowd } from './places.ts'
import { step } from './progress.ts'
import { reportRow } from './report.ts'
import { pause, type Server, startBareServer, startSwitchboard } from './servers.ts'
import { judge } from './targets.ts'

/** The first clients load code and fill caches that all share. */
const usual = { first: 1000, more: 5000, settleMs: 2000 }
const smoke = { first: 50, more: 200, settleMs: 100 }

/** How much memory does a client take that waits for events? Growth of the process by many of them, without garbage. */
export async function benchMemory(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  const { first, more } = sizes
  const place = await makeCrowd(first + more)
  for (const transport of ['stream', 'poll'] as const) {
    step(`${(first + more).toLocaleString('en')} waiting clients (${transport})`)
    const bare = await startBareServer()
    const theirs = await kilobytesEach(bare, bareCrowd(bare.port, transport), sizes)
    await bare.stop()
    const server = await startSwitchboard(place.dataDir)
    const ours = await kilobytesEach(server, ourCrowd(server.port, transport), sizes)
    await server.stop()
    reportRow({
      question: `memory of a waiting ${transport}, in KB (growth by ${more.toLocaleString('en')} of them)`,
      ours: `${ours.toFixed(1)} KB`,
      bare: `${theirs.toFixed(1)} KB`,
      figure: ours,
      ...judge(`memory of a ${transport}`, ours),
    })
  }
  place.remove()
}

/** Growth of the server's process by each client after the first ones. */
export async function kilobytesEach(
  server: Server,
  crowd: Pick<Crowd, 'joinUpTo' | 'close'>,
  { first, more, settleMs }: typeof usual,
): Promise<number> {
  const memoryWith = async (count: number) => {
    await crowd.joinUpTo(count)
    await pause(settleMs)
    await server.collectGarbage()
    return memoryOf(server.pid)
  }
  const before = await memoryWith(first)
  const grown = (await memoryWith(first + more)) - before
  crowd.close()
  return (grown * 1024) / more
}
