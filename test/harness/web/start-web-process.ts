import { makePlace, type Place } from '../engines.ts'
import { freePort } from '../free-port.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../run-switchboard.ts'
import { buildWeb } from './build-web.ts'
import { makeWebPlace } from './web-template.ts'
import { openWebWorld, type WebWorld } from './web-world.ts'

/** The server is a process of its own, which can be ended. */
export interface WebProcess extends WebWorld {
  /** Runs a command of the program on the same data, and returns what it prints. */
  command(args: string[]): Promise<string>
  /** Ends the server (`kill`: as a power cut would) and starts it again with the same data at the same address. */
  restart(how: 'stop' | 'kill', meanwhile?: () => Promise<void>): Promise<void>
}

/** `isDemo`: with the week of conversations and calls that `npm start` has. */
export async function startWebProcess(
  environment: Record<string, string> = {},
  isDemo = false,
): Promise<WebProcess> {
  await buildWeb()
  const place = isDemo ? await makePlace('SQLite') : await makeWebPlace(environment)
  const args = isDemo ? ['--demo'] : []
  const port = await freePort()
  let server = await start(place, port, environment, args)
  const { url } = server
  const world = await openWebWorld(url, async () => {
    await server.stop()
    await place.remove()
  })
  return {
    ...world,
    async command(args) {
      const { code, stdout, stderr } = await runSwitchboard(args, {
        place,
        environment: { PORT: String(port), ...environment },
      })
      if (code !== 0) throw new Error(stderr)
      return stdout
    },
    async restart(how, meanwhile) {
      await (how === 'kill' ? server.kill() : server.stop())
      await meanwhile?.()
      server = await start(place, port, environment, args)
    },
  }
}

function start(
  place: Place,
  port: number,
  environment: Record<string, string>,
  args: readonly string[],
): Promise<RunningSwitchboard> {
  return startSwitchboard(['--development', '--port', String(port), ...args], { place, environment })
}
