import { join } from 'node:path'
import { project } from './built.ts'
import { type ChildServer, startBareServer, startBareStreams, startSwitchboard } from './child-server.ts'
import { makeCrowdPlace } from './crowd-place.ts'
import { collectGarbage } from './peers/collect-garbage.ts'
import { memoryOf } from './process-usage.ts'
import { step } from './progress.ts'
import { reportRow } from './report.ts'
import { judge } from './targets.ts'
import { bareCrowd, ourCrowd, type WaitingCrowd } from './waiting-crowd.ts'

/** The first ones load code and fill caches that all share. */
const usual = { first: 1000, more: 8000 }
const quick = { first: 200, more: 300 }
const SETTLE_MS = 2000

/** What does a client that waits for events take? Growth of the process by many of them, without garbage. */
export async function benchMemory({ isQuick }: { isQuick: boolean }): Promise<void> {
  const { first, more } = isQuick ? quick : usual
  const place = await makeCrowdPlace(first + more)
  const collectFile = join(place.dataDir, 'collect')
  const settings = { COLLECT_FILE: collectFile }
  const moreOfNode = [`--import=${join(project, 'dist-bench/bench/peers/collect-on-demand.js')}`]
  const kilobytesEach = async (server: ChildServer, crowd: WaitingCrowd): Promise<number> => {
    const memoryWith = async (count: number) => {
      await crowd.joinUpTo(count)
      await new Promise((next) => setTimeout(next, SETTLE_MS))
      await collectGarbage({ name: 'the server', collectFile })
      return memoryOf([server.pid])
    }
    const before = await memoryWith(first)
    const grown = (await memoryWith(first + more)) - before
    crowd.close()
    await server.stop()
    return (grown * 1024) / more
  }
  for (const transport of ['stream', 'poll'] as const) {
    step(`${(first + more).toLocaleString('en')} clients that wait (${transport})`)
    const bare = await (transport === 'stream'
      ? startBareStreams('', { settings, moreOfNode })
      : startBareServer({}, { settings, moreOfNode }))
    const theirs = await kilobytesEach(bare, bareCrowd(bare.port, transport))
    const server = await startSwitchboard(place.dataDir, settings, [], moreOfNode)
    const ours = await kilobytesEach(server, ourCrowd(server.port, transport))
    reportRow({
      question: `memory of a waiting ${transport}, in KB (growth by ${more.toLocaleString('en')} of them)`,
      ours: `${ours.toFixed(1)} KB`,
      bare: `${theirs.toFixed(1)} KB`,
      ratio: ours,
      ...judge(`memory of a ${transport}`, ours),
    })
  }
  place.remove()
}
